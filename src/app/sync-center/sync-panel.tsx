import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import ClockAlert from 'lucide-react/icons/clock-alert';
import Download from 'lucide-react/icons/download';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { sizeText } from '#app/lib/byte-size.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { type OutboxEntry, requiresUserAction } from '#app/outbox/model/entry.ts';
import { retryNow } from '#app/outbox/recovery/actions.ts';
import { type StorageState, storageState } from '#app/outbox/store/persistent-storage.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { overdueMessage } from '#app/reads/overdue.ts';
import { recordQuery } from '#app/reads/resource-queries.ts';
import { useOutbox, useOutboxView } from '#app/reads/use-outbox.ts';
import { Callout } from '#app/ui/callout.tsx';
import { typedText } from '#app/ui/typed-text.tsx';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { describe } from './describe.ts';
import { EncryptedEntries } from './encrypted-entries/encrypted-entries.tsx';
import { EntryRow } from './entry-row.tsx';
import { EntryItem, EntryList, ListSection, PagedList } from './list-section.tsx';
import { candidatesIn, wrongMonthMessage } from './month-notices.ts';
import { DiscardedList } from './problems/discarding.tsx';
import { ProblemList } from './problems/problem-list.tsx';
import { messages } from './texts.en.ts';

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
      ? messages.storageUsed({ used: sizeText(used), available: sizeText(available) })
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

type Preparation =
  | { readonly state: 'idle' | 'ready' | 'incomplete' }
  | { readonly state: 'running'; readonly done: number; readonly total: number };

/** Also in data-saving mode (fault 63). */
function PrepareDevice() {
  const client = useQueryClient();
  const offline = useConnection() === 'offline';
  const [preparation, setPreparation] = useState<Preparation>({ state: 'idle' });
  const stopped = useRef<AbortController>(undefined);
  useEffect(() => () => stopped.current?.abort(), []);

  const prepare = async () => {
    const controller = new AbortController();
    stopped.current = controller;
    setPreparation({ state: 'running', done: 0, total: 1 });
    const complete = await import('#app/reads/prefetch.ts')
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

/** The month of each record that waited for the next one, as it is now. */
function useMonthsNow(entries: readonly OutboxEntry[]): ReadonlyMap<OutboxEntry, unknown> {
  const waited = entries.flatMap((entry) => {
    const { resource } = entry.operation;
    if (!isResourceName(resource) || entry.result?.month !== null) return [];
    return [{ entry, query: recordQuery(resourceOf(resource), entry.result.id) }];
  });
  const records = useQueries({ queries: waited.map(({ query }) => ({ ...query, staleTime: 0 })) });
  return new Map(waited.map(({ entry }, index) => [entry, records[index]?.data?.data.month]));
}

function WrongMonthNotes() {
  const { rows } = useOutboxView();
  const candidates = candidatesIn(rows);
  const { data } = useQuery({ ...monthsQuery(1), enabled: candidates.length > 0 });
  const monthsNow = useMonthsNow(candidates);
  const notes = candidates.flatMap((entry) => {
    const message = wrongMonthMessage(entry, data?.results ?? [], monthsNow.get(entry));
    return message ? [{ entry, message }] : [];
  });
  if (notes.length === 0) return null;

  return (
    <ListSection
      title={messages.wrongMonthTitle}
      heading={messages.withCount({ title: messages.wrongMonthTitle, count: notes.length })}
    >
      <EntryList>
        {notes.reverse().map(({ entry, message }) => (
          <EntryItem key={entry.entityKey}>
            <Text fontWeight="semibold" {...typedText(describe(entry))} overflowWrap="anywhere">
              {describe(entry)}
            </Text>
            <Text mt="1" fontSize="sm" color="waiting.fg" {...typedText(message)}>
              {message}
            </Text>
          </EntryItem>
        ))}
      </EntryList>
    </ListSection>
  );
}

const PAGE_SIZE = 20;

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
      <ProblemList entries={problems} />
      {overdue && (
        <Callout tone="waiting" icon={<ClockAlert size={18} aria-hidden />}>
          {overdue}
        </Callout>
      )}
      {pending.length > 0 && (
        <ListSection
          title={appMessages.waitingToBeSent}
          heading={messages.withCount({ title: appMessages.waitingToBeSent, count: pending.length })}
        >
          <PagedList items={pending} pageSize={PAGE_SIZE}>
            {(entry) => <EntryRow key={entry.seq} entry={entry} entries={rows} now={now} />}
          </PagedList>
        </ListSection>
      )}
      <EncryptedEntries />
      <WrongMonthNotes />
      <DiscardedList now={now} />
      <PrepareDevice />
      <DeviceStorage />
    </Flex>
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

/** Milliseconds since 1970, renewed every second while `ticking`. */
function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
