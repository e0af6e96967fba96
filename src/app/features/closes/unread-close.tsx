import { Box, Skeleton } from '@chakra-ui/react';
import { PageError } from '#app/ui/page-error.tsx';
import { messages } from './texts.en.ts';

/** A read that a close or a drawer comes from. */
interface CloseRead {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

interface UnreadCloseProps {
  readonly reads: readonly CloseRead[];
  /** Renders nothing without a connection: the page has a note that says so. */
  readonly offline?: boolean;
}

/** Renders what stands in the place of a close until it is read: why it is not there, or that it is loading. */
export function UnreadClose({ reads, offline = false }: UnreadCloseProps) {
  if (offline) return null;
  const failed = reads.find(({ error }) => error !== null);
  if (failed?.error) return <PageError error={failed.error} onRetry={() => void failed.refetch()} />;
  return (
    <Box role="status" aria-label={messages.loading} aria-busy>
      <Skeleton height="20rem" borderRadius="md" />
    </Box>
  );
}
