import { Box } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type StorageProblem, useStorageProblem } from '#app/lib/storage-problem.ts';
import { Callout } from '#app/ui/callout.tsx';
import { messages } from './messages.ts';

const messageKeys = {
  blocked: 'storageBlocked',
  broken: 'storageBroken',
} as const satisfies Record<StorageProblem, keyof typeof messages>;

/** Shows on every page why nothing can be saved on this device. */
export function StorageProblemNote() {
  const problem = useStorageProblem();
  if (!problem) return null;
  return (
    <Box mb="4">
      <Callout tone="refused" icon={<CircleAlert size={18} aria-hidden />}>
        {messages[messageKeys[problem]]}
      </Callout>
    </Box>
  );
}
