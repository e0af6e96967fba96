import { Box } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type StorageProblem, useStorageProblem } from '#app/lib/storage-problem.ts';
import { Callout } from '#app/ui/callout.tsx';

const messages: Record<StorageProblem, string> = {
  blocked:
    'Another window of Branch Desk, of an older version, holds what is stored on this device. Close or reload that window and this one goes on by itself. Until then nothing can be saved here.',
  broken:
    'What is stored on this device does not open right now. It is tried again by itself; until then nothing can be saved here, and what waits is not sent. If it stays, close all windows of Branch Desk and open it again.',
};

/** Shows on every page why nothing can be saved on this device. */
export function StorageProblemNote() {
  const problem = useStorageProblem();
  if (!problem) return null;
  return (
    <Box mb="4">
      <Callout tone="refused" icon={<CircleAlert size={18} aria-hidden />}>
        {messages[problem]}
      </Callout>
    </Box>
  );
}
