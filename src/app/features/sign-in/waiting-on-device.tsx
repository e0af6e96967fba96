import { Flex, Text } from '@chakra-ui/react';
import Clock from 'lucide-react/icons/clock';
import { useEffect, useState } from 'react';

/** How many entries of anyone wait on this device; the outbox is opened only after the form stands. */
async function countWaiting(): Promise<number> {
  const { waitingOnDevice } = await import('#app/outbox/sign-out-check.ts');
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
    <Flex
      mt="4"
      gap="3"
      p="4"
      borderRadius="md"
      bg="waiting.soft"
      color="waiting.fg"
      fontSize="sm"
      role="status"
    >
      <Clock size={18} aria-hidden />
      <Text flex="1">
        {count === 1 ? '1 entry waits' : `${count} entries wait`} on this device. They are sent after the
        person who made them signs in.
      </Text>
    </Flex>
  );
}
