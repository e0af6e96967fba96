import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { messages } from './messages.ts';

type Preparation =
  | { readonly state: 'idle' | 'ready' | 'incomplete' }
  | { readonly state: 'running'; readonly done: number; readonly total: number };

/** Offers to read everything that offline work needs, with progress; also in data-saving mode (fault 63). */
export function PrepareDevice() {
  const client = useQueryClient();
  const offline = useConnection() === 'offline';
  const [preparation, setPreparation] = useState<Preparation>({ state: 'idle' });
  const stopped = useRef<AbortController>(undefined);
  useEffect(() => () => stopped.current?.abort(), []);

  const prepare = async () => {
    const controller = new AbortController();
    stopped.current = controller;
    setPreparation({ state: 'running', done: 0, total: 1 });
    const complete = await import('#app/reads/on-demand/prefetch.ts')
      .then(({ prefetchForOffline }) =>
        prefetchForOffline(client, controller.signal, {
          requested: true,
          onProgress: (done, total) => setPreparation({ state: 'running', done, total }),
        }),
      )
      .catch(() => false);
    if (!controller.signal.aborted) setPreparation({ state: complete ? 'ready' : 'incomplete' });
  };
  const running = preparation.state === 'running';

  return (
    <Flex gap="3" pt="4" borderTopWidth="1px" fontSize="sm" color="fg.muted" align="flex-start">
      <Download size={18} aria-hidden />
      <Box flex="1">
        <Button
          variant="outline"
          colorPalette="neutral"
          minH="target"
          disabled={offline}
          loading={running}
          loadingText={messages.prepareDevice}
          onClick={() => void prepare()}
        >
          {messages.prepareDevice}
        </Button>
        {running && (
          <chakra.progress
            display="block"
            width="full"
            marginBlockStart="2"
            value={preparation.done}
            max={preparation.total}
            aria-label={messages.preparing}
          />
        )}
        <Text role="status" marginBlockStart="2">
          {offline ? messages.prepareOffline : messages[`prepare-${preparation.state}`]}
        </Text>
      </Box>
    </Flex>
  );
}
