import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import ClockAlert from 'lucide-react/icons/clock-alert';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import { type OutboxEntry, requiresUserAction } from '#app/outbox/model/entry.ts';
import { overdueMessage } from '#app/outbox/model/overdue.ts';
import { retryNow } from '#app/outbox/recovery/actions.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { Callout } from '#app/ui/callout.tsx';
import { DeviceStorage } from './device-storage.tsx';
import { EntryRow } from './entry-row.tsx';
import { LeftEntries } from './left-entries/left-entries.tsx';
import { messages } from './messages.ts';
import { PagedList } from './paged-list.tsx';
import { PrepareDevice } from './prepare-device.tsx';
import { DiscardedList } from './problems/discarded-list.tsx';
import { ProblemList } from './problems/problem-list.tsx';
import { WrongMonthNotes } from './wrong-month-notes.tsx';

const PAGE_SIZE = 20;

/** Lists the entries that are not sent yet, with their status and actions. */
export function SyncPanel() {
  const { rows, pending: counted } = useOutbox();
  const connection = useConnection();
  const offline = connection === 'offline';
  const now = useNow(rows.length > 0);
  const problems = rows.filter(requiresUserAction);
  const pending = rows.filter((entry) => !requiresUserAction(entry));
  const overdue = overdueMessage(pending, connection, now);

  return (
    <Flex direction="column" gap="5">
      {rows.length === 0 && counted > 0 && (
        <Text role="status" color="fg.muted">
          {messages.readingEntries}
        </Text>
      )}
      {rows.length === 0 && counted === 0 && <AllSent offline={offline} />}
      {rows.length > 0 && (
        <Flex align="center" justify="space-between" gap="3" wrap="wrap">
          <Text color="fg.muted" flex="1" minW="14rem">
            {offline ? messages.pendingOffline : messages.pendingOnline}
          </Text>
          {pending.length > 0 && (
            <Button variant="outline" colorPalette="neutral" onClick={() => void retryNow()}>
              <RefreshCw size={16} aria-hidden /> {messages.sendAll}
            </Button>
          )}
        </Flex>
      )}
      <ProblemList entries={problems} now={now} />
      {overdue && (
        <Callout tone="waiting" icon={<ClockAlert size={18} aria-hidden />}>
          {overdue}
        </Callout>
      )}
      <EntryList title={appMessages.waitingToBeSent} entries={pending} unsettled={rows} now={now} />
      <LeftEntries />
      <WrongMonthNotes />
      <DiscardedList now={now} />
      <PrepareDevice />
      <DeviceStorage />
    </Flex>
  );
}

interface EntryListProps {
  readonly title: string;
  readonly entries: readonly OutboxEntry[];
  /** All unsettled entries: the listed ones may depend on them. */
  readonly unsettled: readonly OutboxEntry[];
  readonly now: number;
}

function EntryList({ title, entries, unsettled, now }: EntryListProps) {
  if (entries.length === 0) return null;
  return (
    <Box as="section" aria-label={title}>
      <chakra.h2 fontSize="sm" fontWeight="medium" color="fg.muted" mb="2">
        {messages.withCount({ title, count: entries.length })}
      </chakra.h2>
      <PagedList items={entries} pageSize={PAGE_SIZE}>
        {(shown) => (
          <chakra.ul display="grid" gap="2" listStyle="none">
            {shown.map((entry) => (
              <EntryRow key={entry.seq} entry={entry} entries={unsettled} now={now} />
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
      <Text fontWeight="semibold">{messages.everythingSent}</Text>
      <Text color="fg.muted" maxW="22rem">
        {offline ? messages.sentOffline : messages.nothingWaits}
      </Text>
    </Flex>
  );
}

/** Returns the wall clock in milliseconds, every second while `ticking`. */
function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
