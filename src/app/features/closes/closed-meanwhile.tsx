import { Box, Button, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { closeQuery } from '#app/reads/on-demand/drawer-queries.ts';
import { Callout } from '#app/ui/callout.tsx';
import { closeText } from './close-calls.ts';
import { CloseSheet } from './close-sheet.tsx';
import { messages } from './messages.ts';
import { UnreadClose } from './unread-close.tsx';

interface ClosedMeanwhileProps {
  /** The close that was made since the count was begun. */
  readonly id: string;
  readonly onAnew: () => void;
}

/** Shows the close that was made on another device or in another tab while a count was under way, instead of asking for a second one. */
export function ClosedMeanwhile({ id, onAnew }: ClosedMeanwhileProps) {
  const read = useQuery(closeQuery(id));
  if (!read.data) return <UnreadClose reads={[read]} />;
  return (
    <Flex direction="column" gap="4" maxWidth="form">
      <Callout tone="waiting" icon={<CircleCheck size={18} aria-hidden />}>
        <p>{closeText(read.data)}</p>
        <p>{messages.notCountedTwice}</p>
        <Box marginBlockStart="2" _print={{ display: 'none' }}>
          <Button minHeight="target" variant="outline" onClick={onAnew}>
            {messages.countAnew}
          </Button>
        </Box>
      </Callout>
      <CloseSheet close={read.data} />
    </Flex>
  );
}
