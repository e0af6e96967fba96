import { Box } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { CLOSES_PAGE_PATH } from '#app/lib/paths.ts';
import { closeQuery } from '#app/reads/on-demand/drawer-queries.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { CloseOutcome } from './close-outcome.tsx';
import { messages } from './texts.en.ts';
import { UnreadClose } from './unread-close.tsx';

/** Renders one drawer close with its lines. */
export function ClosePage() {
  const { id = '' } = useParams();
  const read = useQuery(closeQuery(id));
  const close = read.data;
  return (
    <Box width="full">
      <Box _print={{ display: 'none' }}>
        <PageHeading
          title={close ? messages.closeOf({ name: close.user_name }) : messages.listTitle}
          back={CLOSES_PAGE_PATH}
        />
      </Box>
      {close ? <CloseOutcome close={close} asksReason={false} /> : <UnreadClose reads={[read]} />}
    </Box>
  );
}
