import { Button, Input, Spinner } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CloudOff from 'lucide-react/icons/cloud-off';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { Callout } from '#app/ui/callout.tsx';
import styles from './sign-in.module.css';
import { messages } from './texts.en.ts';

interface AuthCardProps {
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

export function AuthCard({ children, below }: AuthCardProps) {
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <div className={styles.card}>{children}</div>
        {below}
      </div>
    </div>
  );
}

export function AuthHeading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <h1 className={styles.heading} ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

export function SuccessMessage({ children }: { readonly children: string }) {
  const paragraph = useRef<HTMLOutputElement>(null);
  useLayoutEffect(() => paragraph.current?.focus(), []);
  return (
    <output className={styles.successMessage} ref={paragraph} tabIndex={-1}>
      {children}
    </output>
  );
}

/** Over plain http browsers lack functions that saving offline and sending once need (decision 32). */
export const isInsecure = (): boolean => window.isSecureContext === false;

export function EmailInput(input: ComponentProps<typeof Input>) {
  return (
    <Input
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      {...input}
    />
  );
}

interface FormMessageProps {
  readonly problem: string | undefined;
  readonly offline: string;
}

/** Over plain http it says that https is needed, because no attempt can succeed there (decision 23). */
export function FormMessage({ problem: failure, offline }: FormMessageProps) {
  const isOffline = useConnection() === 'offline';
  const problem = isInsecure() ? messages.needsHttps : failure;
  if (problem) {
    return (
      <Callout tone="refused" icon={<CircleAlert size={18} aria-hidden />}>
        {problem}
      </Callout>
    );
  }
  if (!isOffline) return null;
  return (
    <Callout tone="waiting" icon={<CloudOff size={18} aria-hidden />}>
      {offline}
    </Callout>
  );
}

interface SubmitButtonProps {
  readonly isSubmitting: boolean;
  readonly submitting: string;
  readonly children: ReactNode;
}

/** Chakra's `loading` would compute its styles at run time. */
export function SubmitButton({ isSubmitting, submitting, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      size="lg"
      width="full"
      disabled={isSubmitting}
      data-loading={isSubmitting ? '' : undefined}
    >
      {isSubmitting && <Spinner size="inherit" borderWidth="0.125em" />}
      {isSubmitting ? submitting : children}
    </Button>
  );
}
