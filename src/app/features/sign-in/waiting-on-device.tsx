import { Box } from '@chakra-ui/react';
import Clock from 'lucide-react/icons/clock';
import { useEffect, useState } from 'react';
import { databaseMayExist } from '#app/lib/database-exists.ts';
import { whenIdle } from '#app/lib/when-idle.ts';
import { Callout } from '#app/ui/callout.tsx';
import { messages } from './messages.ts';

/** Duplicated here: the outbox module must not be loaded before the database is known to exist. */
const OUTBOX_DATABASE = 'branch-desk-outbox';

/** Longest wait for an idle moment before the count is read (milliseconds). */
const MAX_IDLE_WAIT = 2_000;

/** Counts the pending entries of all users on this device. Opens the outbox only after the form is rendered. */
async function countPending(): Promise<number> {
  if (!(await databaseMayExist(OUTBOX_DATABASE))) return 0;
  await whenIdle(MAX_IDLE_WAIT);
  const { pendingByOwner: waitingOnDevice } = await import('#app/outbox/sender/sign-out-check.ts');
  return (await waitingOnDevice()).reduce((sum, { count }) => sum + count, 0);
}

/** Shows the number of pending entries: never whose or what (docs/offline-protocol.md, sign-out). */
export function WaitingOnDevice() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let mounted = true;
    countPending().then(
      (counted) => mounted && setCount(counted),
      // Without access to the storage there is no count; signing in still works.
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, []);

  if (count === 0) return null;
  return (
    <Box mt="4">
      <Callout tone="waiting" icon={<Clock size={18} aria-hidden />}>
        {messages.pendingOnDevice({ count })}
      </Callout>
    </Box>
  );
}
