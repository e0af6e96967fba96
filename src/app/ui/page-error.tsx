import { Button } from '@chakra-ui/react';
import CloudAlert from 'lucide-react/icons/cloud-alert';
import type { ReactNode } from 'react';
import { isForbidden } from '#app/api/api-error.ts';
import { messages as appMessages, errorMessage } from '#app/lib/texts.en.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import styles from './page-error.module.css';
import { messages } from './texts.en.ts';

interface PageErrorProps {
  readonly error: Error | string | undefined;
  readonly onRetry: () => void;
  readonly children?: ReactNode;
}

/** With a retry (specification, section 8). A refusal stays one however often it is tried: it says who may instead. */
export function PageError({ error, onRetry, children }: PageErrorProps) {
  const isRefused = isForbidden(error);
  const message = errorMessage(error instanceof Error ? error.message : error);
  return (
    <div className={styles.error} role="alert">
      <span className={styles.icon}>
        <CloudAlert size={40} strokeWidth={1.5} aria-hidden />
      </span>
      <p className={styles.message} {...typedText(message)}>
        {message}
      </p>
      {isRefused && <p className={styles.about}>{messages.notPermittedAbout}</p>}
      <div className={styles.actions}>
        {!isRefused && (
          <Button variant="outline" onClick={onRetry}>
            {appMessages.tryAgain}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
