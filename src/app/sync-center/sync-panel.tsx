import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import ClockAlert from 'lucide-react/icons/clock-alert';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { type OutboxEntry, requiresUserAction } from '#app/outbox/model/entry.ts';
import { overdueMessage } from '#app/outbox/model/overdue.ts';
import { retryNow } from '#app/outbox/recovery/actions.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { Callout } from '#app/ui/callout.tsx';
import { DeviceStorage } from './device-storage.tsx';
import { EntryRow } from './entry-row.tsx';
import { PagedList } from './paged-list.tsx';
import { DiscardedList } from './problems/discarded-list.tsx';
import { ProblemList } from './problems/problem-list.tsx';
import { WrongMonthNotes } from './wrong-month-notes.tsx';

const AT_ONCE = 20;

/** What is saved on this device and not yet at the server: each entry, why it waits, and what can be done. */
export function SyncPanel() {
  const { rows } = useOutbox();
  const connection = useConnection();
  const offline = connection === 'offline';
  const now = useNow(rows.length > 0);
  const stuck = rows.filter(requiresUserAction);
  const waiting = rows.filter((row) => !requiresUserAction(row));
  const late = overdueMessage(waiting, connection, now);

  return (
    <Flex direction="column" gap="5">
      {rows.length === 0 ? (
        <AllSent offline={offline} />
      ) : (
        <Flex align="center" justify="space-between" gap="3" wrap="wrap">
          <Text color="fg.muted" flex="1" minW="14rem">
            {offline
              ? 'No connection right now. Everything below is safe on this device and is sent by itself later.'
              : 'Everything below is safe on this device until the server has it.'}
          </Text>
          {waiting.length > 0 && (
            <Button variant="outline" colorPalette="neutral" onClick={() => void retryNow()}>
              <RefreshCw size={16} aria-hidden /> Send all now
            </Button>
          )}
        </Flex>
      )}
      <ProblemList rows={stuck} now={now} />
      {late && (
        <Callout tone="waiting" icon={<ClockAlert size={18} aria-hidden />}>
          {late}
        </Callout>
      )}
      <Rows title="Waiting to be sent" rows={waiting} among={rows} now={now} />
      <WrongMonthNotes />
      <DiscardedList now={now} />
      <DeviceStorage />
    </Flex>
  );
}

interface RowsProps {
  readonly title: string;
  readonly rows: readonly OutboxEntry[];
  /** Everything that is unsettled: some of the rows may wait for one of these. */
  readonly among: readonly OutboxEntry[];
  readonly now: number;
}

function Rows({ title, rows, among, now }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <Box as="section" aria-label={title}>
      <chakra.h2 fontSize="sm" fontWeight="medium" color="fg.muted" mb="2">
        {title} ({rows.length})
      </chakra.h2>
      <PagedList all={rows} atOnce={AT_ONCE}>
        {(shown) => (
          <chakra.ul display="grid" gap="2" listStyle="none">
            {shown.map((row) => (
              <EntryRow key={row.seq} row={row} rows={among} now={now} />
            ))}
          </chakra.ul>
        )}
      </PagedList>
    </Box>
  );
}

function AllSent({ offline }: { readonly offline: boolean }) {
  return (
    <Flex direction="column" align="center" textAlign="center" gap="2" py="10">
      <chakra.span color="settled.fg">
        <CircleCheck size={32} aria-hidden />
      </chakra.span>
      <Text fontWeight="semibold">Everything is sent</Text>
      <Text color="fg.muted" maxW="22rem">
        {offline
          ? 'There is no connection right now. What you save is kept here and sent when it is back.'
          : 'Nothing waits on this device. What you save without a connection shows here.'}
      </Text>
    </Flex>
  );
}

/** The wall clock, each second while something counts down. */
function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
