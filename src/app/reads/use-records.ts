import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useConnection } from '#app/api/connection.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useShallowStable } from '#app/lib/use-shallow-stable.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type Page, pageSizeOf } from '#contract/paging.ts';
import { listedInCache } from './listed-in-cache.ts';
import { type AllFilter, allQuery, type ListSearch, listQuery, recordQuery } from './resource-queries.ts';
import { useOutboxView } from './use-outbox-view.ts';
import {
  createdRecord,
  type ListedPage,
  type PendingMutation,
  pageWithPending,
  recordWithPending,
} from './with-pending.ts';

export type { ListedRecord, PendingMutation as Pending } from './with-pending.ts';

/** A list as shown: the server's last answer, overlaid with this user's unsettled entries. */
export interface ListResult extends ListedPage {
  readonly status: 'loading' | 'error' | 'ready';
  readonly error?: string;
  readonly fetching: boolean;
  /** These are still the rows of the previous request. */
  readonly earlier: boolean;
  /** The server is unreachable: these rows are cached on this device. */
  readonly paused: boolean;
  /** When the rows were read, wall clock in milliseconds; 0 where they never were. */
  readonly updatedAt: number;
  refetch(): void;
}

type Rows = Snapshot<Page<RecordRow>>;

/** Overlays unsettled entries on a page in another way than `pageWithPending`. */
export type PageWith = (
  snapshot: Rows,
  outbox: readonly OutboxEntry[],
  size: number | undefined,
) => ListedPage;

interface ReadingOptions {
  readonly without?: string | undefined;
  readonly size?: number | undefined;
  readonly pageWith?: PageWith | undefined;
}

function useListReading(
  resource: Resource,
  query: UseQueryResult<Rows>,
  search: Partial<ListSearch> & AllFilter,
  { without, size, pageWith }: ReadingOptions = {},
): ListResult {
  const { rows: all, loaded } = useOutboxView();
  const outbox = useMemo(
    () => (without === undefined ? all : all.filter(({ id }) => id !== without)),
    [all, without],
  );
  const paused = useConnection() === 'offline';
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const asked = useShallowStable(search);
  const listed = useMemo(
    () =>
      data && pageWith && !isPlaceholderData
        ? pageWith(data, outbox, size)
        : pageWithPending(resource, data, outbox, asked, size),
    [resource, data, outbox, asked, size, pageWith, isPlaceholderData],
  );
  const status = data ? 'ready' : error ? 'error' : 'loading';
  return {
    ...listed,
    // Pending entries are shown even where the server's list was never read.
    status: status === 'error' && loaded && listed.rows.length > 0 ? 'ready' : status,
    ...(error && { error: error.message }),
    fetching: isFetching,
    earlier: isPlaceholderData,
    paused,
    updatedAt: data?.readAt ?? 0,
    refetch: useCallback(() => void refetch(), [refetch]),
  };
}

interface PageOptions {
  readonly enabled?: boolean;
  /** Must be the same function while its results are the same. */
  readonly pageWith?: PageWith | undefined;
}

/**
 * Returns one page of a list with the overlay; the previous page while this one loads. Pending creates are on
 * top of page 1.
 */
export function useRecords(
  resource: Resource,
  search: ListSearch,
  { enabled = true, pageWith }: PageOptions = {},
): ListResult {
  const query = useQuery({
    ...listQuery(resource, search),
    enabled,
    placeholderData: (before, asked) => (asked?.queryKey[0] === resource.name ? before : undefined),
  });
  // The first page tells the server's page size best.
  const { data: first } = useQuery({ ...listQuery(resource, { page: 1 }), enabled: false });
  const size = useMemo(() => first && pageSizeOf(first.data, 1), [first]);
  return useListReading(resource, query, search, { size, pageWith });
}

interface AllOptions {
  /** False reads only the device's cache. */
  readonly enabled?: boolean;
  /** The id of an entry being edited, which must not show. */
  readonly without?: string | undefined;
}

/**
 * Returns all records of a resource with the overlay, for pickers and calculations; pending creates included.
 */
export function useAllRecords(
  resource: Resource,
  filter: AllFilter = {},
  { enabled = true, without }: AllOptions = {},
): ListResult {
  return useListReading(resource, useQuery({ ...allQuery(resource, filter), enabled }), filter, { without });
}

export interface RecordResult {
  readonly record?: RecordRow;
  readonly pending?: PendingMutation;
  readonly pendingMoney?: true;
  readonly pendingCounts?: true;
  readonly status: 'idle' | 'loading' | 'error' | 'ready';
  readonly error?: string;
  refetch(): void;
}

const GONE = 'This record is not on this device any more. Go back to the list and look for it there.';

/**
 * Returns one record with the overlay. A temporary id is resolved in the outbox and replaced by the server's
 * id when that arrives. Offline, a record that was never opened is taken from a cached list.
 */
export function useRecord(resource: Resource, id: string | undefined): RecordResult {
  const { rows: outbox, ids, loaded } = useOutboxView(id !== undefined);
  const client = useQueryClient();
  const hostId = isTemporaryId(id) ? ids.get(id) : id;
  const query = useQuery({ ...recordQuery(resource, hostId ?? ''), enabled: hostId !== undefined });
  // Never fetched here: only hydrated, in case the record itself is not cached.
  useQuery({ ...allQuery(resource), enabled: false });
  const refetch = () => {
    if (hostId !== undefined) void query.refetch();
  };
  if (id === undefined) return { status: 'idle', refetch };
  const rows = outbox.filter(({ operation }) => operation.resource === resource.name);
  // Pending creates have no server id yet, so the temporary id is compared first.
  const madeIt = ({ operation, result }: OutboxEntry) =>
    operation.recordId === id || (hostId !== undefined && result?.id === hostId);
  const create = rows.find((row) => row.operation.kind === 'create' && madeIt(row));
  const read = query.data ?? (hostId === undefined ? undefined : listedInCache(client, resource, hostId));
  if (read || create) {
    const shown = read
      ? recordWithPending(resource, read.data, outbox, read)
      : create && createdRecord(resource, create, outbox);
    return shown ? { ...shown, status: 'ready', refetch } : { status: 'error', error: GONE, refetch };
  }
  if (hostId === undefined)
    return loaded ? { status: 'error', error: GONE, refetch } : { status: 'loading', refetch };
  return query.error
    ? { status: 'error', error: query.error.message, refetch }
    : { status: 'loading', refetch };
}
