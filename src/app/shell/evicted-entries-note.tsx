import { Box, Button } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { dismissEvicted } from '#app/outbox/store/evicted-entries.ts';
import { useEvictedEntries } from '#app/reads/use-evicted-entries.ts';
import { Callout } from '#app/ui/callout.tsx';
import { messages } from './messages.ts';

/** Shows on every page that the browser has evicted unsent entries. It stays until the user dismisses it. */
export function EvictedEntriesNote() {
  const count = useEvictedEntries();
  if (count === 0) return null;
  return (
    <Box mb="4">
      <Callout tone="refused" icon={<CircleAlert size={18} aria-hidden />}>
        {messages.evictedEntries({ count })}
        <Box mt="3">
          <Button variant="outline" colorPalette="neutral" onClick={dismissEvicted}>
            {messages.evictedChecked}
          </Button>
        </Box>
      </Callout>
    </Box>
  );
}
