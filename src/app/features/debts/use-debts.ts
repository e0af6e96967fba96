import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { NEVER_READ, type Snapshot } from '#app/cache/snapshot.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import type { CachedRecord } from '#app/reads/on-demand/cached-records.ts';
import { debtsQuery } from '#app/reads/on-demand/debts-queries.ts';
import { overlayDebts, type ShownDebt } from '#app/reads/on-demand/pending-debts.ts';
import { allQuery, cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { overlayPage, overlayRecord } from '#app/reads/with-pending.ts';
import { debtKinds } from '#contract/debts.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Page } from '#contract/paging.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { type DebtFilters, debtsRequest } from './debt-filters.ts';
import { debtsOnDevice } from './debts-on-device.ts';

type ListSnapshot = Snapshot<Page<RecordRow>>;

const ENROLMENTS = { is_installment: false } as const;
const kinds = debtKinds.map((kind) => ({ kind, resource: resourceOf(kind) }));
const students = resourceOf('student');

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

/**
 * Reads a page of debts. A server that keeps them answers it; on others all records are read and added up, and without a connection
 * those that this device keeps.
 */
export function useDebts(filters: DebtFilters, page: number): Debts {
  const { data: branch = bootCache().branch } = useQuery(branchQuery());
  const { rows: outbox } = useOutboxView();
  const offline = useConnection() === 'offline';
  const isKept = branch?.debts;
  const read = useQuery({
    ...debtsQuery(debtsRequest(filters, page)),
    enabled: isKept === true,
    placeholderData: (previous, query) => (query?.queryKey[1] === 'debts' ? previous : undefined),
  });
  const kept = isKept && !(read.isPlaceholderData && offline) ? read.data : undefined;
  const isFromDevice = isKept === false || (isKept === true && !kept && (offline || read.error !== null));
  const lists = useQueries({
    queries: kinds.map(({ resource }) => ({
      ...allQuery(resource, ENROLMENTS),
      enabled: isKept === false,
    })),
  });
  const client = useQueryClient();
  const isOffline = isFromDevice && isKept !== false;
  const cached = useQueries({
    queries: kinds.map(({ resource }) => ({ ...cachedRecordsQuery(client, resource), enabled: isOffline })),
  });
  const people = useQuery({ ...cachedRecordsQuery(client, students), enabled: isOffline });
  const everybody = useQuery({ ...allQuery(students), enabled: isKept === false });
  const byId = useMemo(
    () =>
      new Map(
        (everybody.data?.data.results ?? (people.data ?? []).map(({ record }) => record)).map((one) => [
          one.id,
          one,
        ]),
      ),
    [people.data, everybody.data],
  );
  const computed = isFromDevice
    ? debtsOnDevice(
        kinds.flatMap(({ kind, resource }, index) =>
          knownRecords(resource, { list: lists[index]?.data, cached: cached[index]?.data }, outbox).map(
            (record) => ({ kind, record }),
          ),
        ),
        byId,
        { filters, page, now: Date.now() },
      )
    : undefined;
  const times = isFromDevice ? lists.flatMap(({ data }) => data?.readAt ?? []) : [kept?.readAt ?? 0];
  const rows = computed
    ? overlayDebts(computed.rows, outbox.filter(isNote), NEVER_READ)
    : kept
      ? overlayDebts(kept.data.results, outbox, kept, filters.kind)
      : [];
  const failed = read.error ?? lists.find(({ error }) => error)?.error;
  const reading =
    isKept === undefined ||
    (isKept ? !kept && !isFromDevice : lists.some((one) => one.isLoading)) ||
    (isOffline && cached.some(({ data }) => data === undefined));
  return {
    status: reading ? 'loading' : failed && !kept && times.length === 0 ? 'error' : 'ready',
    error: failed ?? undefined,
    rows,
    count: computed?.count ?? kept?.data.count ?? 0,
    totals: computed?.totals ?? kept?.data.totals ?? {},
    counts: computed?.counts ?? kept?.data.counts ?? {},
    isFromDevice,
    unread: isOffline
      ? kinds.filter((_, index) => cached[index]?.data?.length === 0).map(({ resource }) => resource)
      : [],
    isKept,
    updatedAt: times.length > 0 ? Math.min(...times) : 0,
    refetch: () => {
      if (isKept) void read.refetch();
      else for (const list of lists) void list.refetch();
    },
  };
}

/** Returns the records of a resource that this device knows, with what waits to be sent. */
function knownRecords(
  resource: Resource,
  {
    list,
    cached = [],
  }: { readonly list: ListSnapshot | undefined; readonly cached: readonly CachedRecord[] | undefined },
  outbox: readonly OutboxEntry[],
): RecordRow[] {
  const known = new Set(cached.map(({ record }) => record.id));
  const listed = overlayPage(resource, list, outbox, {}).rows.filter(({ record }) => !known.has(record.id));
  const kept = cached.flatMap(
    ({ record, ...interval }) => overlayRecord(resource, record, outbox, interval) ?? [],
  );
  return [...listed, ...kept].filter(({ pending }) => pending?.kind !== 'delete').map(({ record }) => record);
}

/** Money is laid over the records already; what was said is not. */
const isNote = ({ operation }: { readonly operation: { readonly resource: string } }) =>
  ['reminder', 'promise'].includes(operation.resource);
