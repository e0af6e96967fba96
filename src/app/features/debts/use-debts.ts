import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConnection } from '#app/api/connection.ts';
import { NEVER_READ, type Snapshot } from '#app/cache/snapshot.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { CachedRecord } from '#app/reads/cached-records.ts';
import { debtsQuery, overlayDebts, type ShownDebt } from '#app/reads/debts.ts';
import { allQuery, cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import { useBranch } from '#app/reads/use-branch.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { overlayPage, overlayRecord } from '#app/reads/with-pending.ts';
import { debtKinds } from '#contract/debts.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Page } from '#contract/paging.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { type DebtFilters, debtsRequest } from './debt-filters.ts';
import { debtsOnDevice, type KnownRecord } from './debts-on-device.ts';

/** One page of debts as the screen shows it. */
export interface Debts {
  readonly status: 'loading' | 'error' | 'ready';
  readonly error: Error | undefined;
  readonly rows: readonly ShownDebt[];
  readonly count: number;
  readonly totals: Readonly<Record<string, string>>;
  readonly counts: Readonly<Record<string, number>>;
  /** The device added it up from the records that it keeps. */
  readonly isFromDevice: boolean;
  /** Kinds of which nothing is known on this device. */
  readonly unread: readonly Resource[];
  /** Whether the server keeps debts, reminders and promises; undefined until it has said so. */
  readonly isKept: boolean | undefined;
  /** When the oldest part was read, wall clock in milliseconds; 0 if nothing was. */
  readonly updatedAt: number;
  refetch(): void;
}

const kinds = debtKinds.map((kind) => ({ kind, resource: resourceOf(kind) }));
const students = resourceOf('student');

/** One kind of debts with its records as this device has them. */
interface KindOnDevice {
  readonly kind: string;
  readonly resource: Resource;
  /** All of its enrolments, where they were read at once. */
  readonly list: Snapshot<Page<RecordRow>> | undefined;
  /** Records that any screen has read; undefined until they are looked up. */
  readonly cached: readonly CachedRecord[] | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  refetch(): void;
}

/** Which records are read; else only the lists that this device has already. */
interface ReadFromDevice {
  /** Whether the server is asked for all records. */
  readonly all: boolean;
  /** Whether all cached records are looked up. */
  readonly cached: boolean;
}

function useKindsOnDevice(reads: ReadFromDevice): readonly KindOnDevice[] {
  const client = useQueryClient();
  const lists = useQueries({
    queries: kinds.map(({ resource }) => ({
      ...allQuery(resource, { is_installment: false }),
      enabled: reads.all,
    })),
  });
  const cached = useQueries({
    queries: kinds.map(({ resource }) => ({
      ...cachedRecordsQuery(client, resource),
      enabled: reads.cached,
    })),
  });
  return kinds.map((kind, index) => ({
    ...kind,
    list: lists[index]?.data,
    cached: cached[index]?.data,
    isLoading: lists[index]?.isLoading === true,
    error: lists[index]?.error ?? null,
    refetch: () => void lists[index]?.refetch(),
  }));
}

/** Returns the known students by id. */
function useStudentsOnDevice(reads: ReadFromDevice): ReadonlyMap<string, RecordRow> {
  const { data: all } = useQuery({ ...allQuery(students), enabled: reads.all });
  const { data: cached = [] } = useQuery({
    ...cachedRecordsQuery(useQueryClient(), students),
    enabled: reads.cached,
  });
  const known = all?.data.results ?? cached.map(({ record }) => record);
  return new Map(known.map((student) => [student.id, student]));
}

/** Returns the records of a kind that this device knows, overlaid with the outbox. */
function knownRecords(
  { kind, resource, list, cached = [] }: KindOnDevice,
  outbox: readonly OutboxEntry[],
): KnownRecord[] {
  const known = new Set(cached.map(({ record }) => record.id));
  const listed = overlayPage(resource, list, outbox, {}).rows.filter(({ record }) => !known.has(record.id));
  const kept = cached.flatMap(
    ({ record, ...interval }) => overlayRecord(resource, record, outbox, interval) ?? [],
  );
  return [...listed, ...kept]
    .filter(({ pending }) => pending?.kind !== 'delete')
    .map(({ record }) => ({ kind, record }));
}

/** Tells a reminder or promise. Pending money is laid over the records before they are added up. */
const isNote = ({ operation }: OutboxEntry) => ['reminder', 'promise'].includes(operation.resource);

/**
 * Reads a page of debts. A server that keeps debts answers it; for another all records are read and added up here, and
 * without a connection the records of this device are. The outbox is laid over the answer, or over the records before
 * they are added up.
 */
export function useDebts(filters: DebtFilters, page: number): Debts {
  const branch = useBranch();
  const { rows: outbox } = useOutboxView();
  const offline = useConnection() === 'offline';
  const isKept = branch?.debts;
  const read = useQuery({
    ...debtsQuery(debtsRequest(filters, page)),
    enabled: isKept === true,
    placeholderData: (previous, query) => (query?.queryKey[1] === 'debts' ? previous : undefined),
  });
  const answer = isKept && !(read.isPlaceholderData && offline) ? read.data : undefined;
  const usesCache = isKept === true && !answer && (offline || read.error !== null);
  const isFromDevice = isKept === false || usesCache;
  const reads = { all: isKept === false, cached: usesCache };
  const onDevice = useKindsOnDevice(reads);
  const people = useStudentsOnDevice(reads);
  const computed = isFromDevice
    ? debtsOnDevice(
        onDevice.flatMap((kind) => knownRecords(kind, outbox)),
        people,
        { filters, page, now: Date.now() },
      )
    : undefined;
  const answered = answer ? overlayDebts(answer.data.results, outbox, answer, filters.kind) : [];
  const shown = computed ?? answer?.data;
  const times = isFromDevice ? onDevice.flatMap(({ list }) => list?.readAt ?? []) : [answer?.readAt ?? 0];
  const failed = read.error ?? onDevice.find(({ error }) => error)?.error ?? undefined;
  const isKnown = answer !== undefined || onDevice.some(({ list, cached }) => list || cached?.length);
  const isReading =
    isKept === undefined ||
    (isKept ? !answer && !usesCache : onDevice.some(({ isLoading }) => isLoading)) ||
    (usesCache && onDevice.some(({ cached }) => cached === undefined));
  return {
    status: isReading ? 'loading' : failed && !isKnown ? 'error' : 'ready',
    error: failed,
    rows: computed ? overlayDebts(computed.rows, outbox.filter(isNote), NEVER_READ) : answered,
    count: shown?.count ?? 0,
    totals: shown?.totals ?? {},
    counts: shown?.counts ?? {},
    isFromDevice,
    unread: usesCache
      ? onDevice.filter(({ cached }) => cached?.length === 0).map(({ resource }) => resource)
      : [],
    isKept,
    updatedAt: times.length > 0 ? Math.min(...times) : 0,
    refetch: () => {
      if (isKept) void read.refetch();
      else for (const kind of onDevice) kind.refetch();
    },
  };
}
