import { Button, chakra, Flex } from '@chakra-ui/react';
import CloudAlert from 'lucide-react/icons/cloud-alert';
import type { ReactNode } from 'react';
import { messages as appMessages, errorMessage } from '#app/lib/messages.ts';

interface PageErrorProps {
  readonly message: string | undefined;
  readonly onRetry: () => void;
  /** Further actions beside the retry. */
  readonly children?: ReactNode;
}

/** Renders 'Error: {message}' in place of a screen or table, with a retry (specification, section 8). */
export function PageError({ message, onRetry, children }: PageErrorProps) {
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
        {errorMessage(message)}
      </chakra.p>
      <Flex gap="3" wrap="wrap" justify="center">
        <Button variant="outline" onClick={onRetry}>
          {appMessages.tryAgain}
        </Button>
        {children}
      </Flex>
    </Flex>
  );
}
