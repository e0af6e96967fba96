import { Button, chakra, Flex } from '@chakra-ui/react';
import CloudAlert from 'lucide-react/icons/cloud-alert';
import type { ReactNode } from 'react';
import { isRefusal } from '#app/api/api-error.ts';
import { messages as appMessages, errorMessage } from '#app/lib/texts.en.ts';
import { messages } from './texts.en.ts';

interface PageErrorProps {
  /** The error itself also tells whether trying again can help. */
  readonly error: Error | string | undefined;
  readonly onRetry: () => void;
  /** Further actions beside the retry. */
  readonly children?: ReactNode;
}

/**
 * Renders 'Error: {message}' in place of a screen or table, with a retry (specification, section 8). A refusal stays one however often it is
 * tried: it says who may instead.
 */
export function PageError({ error, onRetry, children }: PageErrorProps) {
  const isRefused = isRefusal(error);
  return (
    <Flex
      role="alert"
      direction="column"
      align="center"
      justify="center"
      gap="4"
      minHeight="20rem"
      padding="6"
      textAlign="center"
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
    >
      <chakra.span color="refused.fg">
        <CloudAlert size={40} strokeWidth={1.5} aria-hidden />
      </chakra.span>
      <chakra.p maxWidth="32rem" fontWeight="medium" dir="auto">
        {errorMessage(error instanceof Error ? error.message : error)}
      </chakra.p>
      {isRefused && <chakra.p color="fg.muted">{messages.notPermittedAbout}</chakra.p>}
      <Flex gap="3" wrap="wrap" justify="center">
        {!isRefused && (
          <Button variant="outline" onClick={onRetry}>
            {appMessages.tryAgain}
          </Button>
        )}
        {children}
      </Flex>
    </Flex>
  );
}
