import { Box, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { CLOSES_PAGE_PATH } from '#app/lib/paths.ts';
import { closeQuery } from '#app/reads/on-demand/drawer-queries.ts';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { CloseOutcome } from './close-outcome.tsx';
import { messages } from './messages.ts';

/** Renders one drawer close with its lines. */
export function ClosePage() {
  const { id = '' } = useParams();
  const { data: close, error, refetch } = useQuery(closeQuery(id));
  const body = () => {
    if (close) return <CloseOutcome close={close} asksReason={false} />;
    if (error) return <PageError message={error.message} onRetry={() => void refetch()} />;
    return (
      <Box role="status" aria-label={messages.loading} aria-busy>
        <Skeleton height="20rem" borderRadius="md" />
      </Box>
    );
  };
  return (
    <Box width="full">
      <Box _print={{ display: 'none' }}>
        <PageHeading
          title={close ? messages.closeOf({ name: close.user_name }) : messages.listTitle}
          back={CLOSES_PAGE_PATH}
        />
      </Box>
      {body()}
    </Box>
  );
}
