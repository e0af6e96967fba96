import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useEffect, useState } from 'react';
import { formatMegabytes, type StorageState, storageState } from '#app/outbox/store/persistent-storage.ts';
import { messages } from './messages.ts';

/** Shows whether the browser may evict this device's data, and how much storage it uses. */
export function DeviceStorage() {
  const [state, setState] = useState<StorageState | undefined>();
  useEffect(() => {
    let mounted = true;
    storageState().then(
      (read) => mounted && setState(read),
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, []);

  if (!state) return null;
  const { kept, used, available } = state;
  const usage =
    used !== undefined && available
      ? messages.storageUsed({ used: formatMegabytes(used), available: formatMegabytes(available) })
      : undefined;
  return (
    <Flex gap="3" pt="4" borderTopWidth="1px" fontSize="sm" color="fg.muted" align="flex-start">
      {kept ? <ShieldCheck size={18} aria-hidden /> : <ShieldAlert size={18} aria-hidden />}
      <Box flex="1">
        <Text>{kept ? messages.storageKept : messages.storageNotKept}</Text>
        {usage && (
          <chakra.details>
            <chakra.summary minH="target" py="3" cursor="pointer">
              {messages.storageDetails}
            </chakra.summary>
            <Text>{usage}</Text>
          </chakra.details>
        )}
      </Box>
    </Flex>
  );
}
