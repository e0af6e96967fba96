import { Box } from '@chakra-ui/react';
import Clock from 'lucide-react/icons/clock';
import { useEffect, useState } from 'react';
import { databaseMayExist } from '#app/lib/database-exists.ts';
import { whenIdle } from '#app/lib/when-idle.ts';
import { Callout } from '#app/ui/callout.tsx';

/** Named here as well: what opens it must not be loaded before it is known to be there. */
const OUTBOX = 'branch-desk-outbox';

/** A person may be typing already; longer than this the count is not kept from them (milliseconds). */
const TOLD_WITHIN = 2_000;

/** How many entries of anyone wait on this device; the outbox is opened only after the form stands. */
async function countWaiting(): Promise<number> {
  if (!(await databaseMayExist(OUTBOX))) return 0;
  await whenIdle(TOLD_WITHIN);
  const { pendingByPerson: waitingOnDevice } = await import('#app/outbox/sender/sign-out-check.ts');
  return (await waitingOnDevice()).reduce((sum, { count }) => sum + count, 0);
}

/** Tells that unsent work is kept here: a number only, never whose or what (offline design, sign-out). */
export function WaitingOnDevice() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let shown = true;
    countWaiting().then(
      (counted) => shown && setCount(counted),
      // A device that can't open its storage has nothing to tell; signing in still works.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, []);

  if (count === 0) return null;
  return (
    <Box mt="4">
      <Callout tone="waiting" icon={<Clock size={18} aria-hidden />}>
        {count === 1
          ? '1 entry waits on this device. It is sent after the person who made it signs in.'
          : `${count} entries wait on this device. They are sent after the people who made them sign in.`}
      </Callout>
    </Box>
  );
}
