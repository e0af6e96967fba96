import {
  type QueryClient,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { messages } from '#app/api/texts.en.ts';
import type { AllFilter, ListRequest } from '#app/cache/query-keys.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import { useShallowStable } from '#app/lib/held-values.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { isPending, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { entriesAbout } from '#app/outbox/model/visibility.ts';
import type { OutboxView } from '#app/outbox/store/outbox-view.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type Page, pageSizeOf } from '#contract/paging.ts';
import { useReadStrategy } from './capabilities.ts';
import { allQuery, listQuery, recordQuery } from './resource-queries.ts';
import { useOutboxView } from './use-outbox.ts';
import {
  createdRecord,
  type ListedPage,
  type ListedRecord,
  overlayPage,
  overlayRecord,
  type PendingMutation,
} from './with-pending.ts';

function listedInCache(client: QueryClient, resource: Resource, id: string): Snapshot<RecordRow> | undefined {
  let newest: Snapshot<RecordRow> | undefined;
  for (const part of ['list', 'all']) {
    for (const [, snapshot] of client.getQueriesData<Snapshot<Page<RecordRow>>>({
      queryKey: [resource.name, part],
    })) {
      const record = snapshot?.data.results.find((row) => row.id === id);
      if (snapshot && record && (!newest || snapshot.began > newest.began))
        newest = { ...snapshot, data: record };
    }
  }
  return newest;
}

/** The server's last answer with this user's pending entries applied. */
export interface ListResult extends ListedPage {
  readonly status: 'loading' | 'error' | 'ready';
  /** The error itself, because its class tells whether trying again can help. */
  readonly error?: Error;
  readonly fetching: boolean;
  readonly earlier: boolean;
  readonly paused: boolean;
  /** Time of the read, wall clock in milliseconds; 0 without one. */
  readonly updatedAt: number;
  refetch(): void;
}

type ListSnapshot = Snapshot<Page<RecordRow>>;

export type PageOverlay = (
  snapshot: ListSnapshot,
  outbox: readonly OutboxEntry[],
  size: number | undefined,
) => ListedPage;

interface OverlayOptions {
  readonly exceptEntry?: string | undefined;
  readonly size?: number | undefined;
  readonly overlay?: PageOverlay | undefined;
}

function useOutboxWithout(exceptEntry: string | undefined, enabled = true): OutboxView {
  const view = useOutboxView(enabled);
  return useMemo(
    () =>
      exceptEntry === undefined ? view : { ...view, rows: view.rows.filter(({ id }) => id !== exceptEntry) },
    [view, exceptEntry],
  );
}

function useListResult(
  resource: Resource,
  query: UseQueryResult<ListSnapshot>,
  search: Partial<ListRequest> & AllFilter,
  { exceptEntry, size, overlay }: OverlayOptions = {},
): ListResult {
  const { rows: outbox, loaded } = useOutboxWithout(exceptEntry);
  const paused = useConnection() === 'offline';
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const stableSearch = useShallowStable(search);
  const listed = useMemo(
    () =>
      data && overlay && !isPlaceholderData
        ? overlay(data, outbox, size)
        : overlayPage(resource, data, outbox, stableSearch, size),
    [resource, data, outbox, stableSearch, size, overlay, isPlaceholderData],
  );
  const status = data ? 'ready' : error ? 'error' : 'loading';
  return {
    ...listed,
    // Pending entries are shown even where the server's list was never read.
    status: status === 'error' && loaded && listed.rows.length > 0 ? 'ready' : status,
    ...(error && { error }),
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
  readonly pageWith?: PageOverlay | undefined;
}

/** Shows the previous page while this one loads. Pending creates are on top of page 1. */
export function useRecords(
  resource: Resource,
  search: ListRequest,
  { enabled = true, pageWith: overlay }: PageOptions = {},
): ListResult {
  const query = useQuery({
    ...listQuery(resource, search),
    enabled,
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[0] === resource.name ? previous : undefined,
  });
  // The first page tells the server's page size best.
  const { data: first } = useQuery({ ...listQuery(resource, { page: 1 }), enabled: false });
  const size = useMemo(() => first && pageSizeOf(first.data, 1), [first]);
  return useListResult(resource, query, search, { size, overlay });
}

interface AllOptions {
  /** False reads only the device's cache. */
  readonly enabled?: boolean;
  /** Id of an entry that is being edited and must not show. */
  readonly without?: string | undefined;
}

export function useAllRecords(
  resource: Resource,
  filter: AllFilter = {},
  { enabled = true, without: exceptEntry }: AllOptions = {},
): ListResult {
  return useListResult(resource, useQuery({ ...allQuery(resource, filter), enabled }), filter, {
    exceptEntry,
  });
}

export interface RecordResult {
  readonly record?: RecordRow;
  readonly pending?: PendingMutation;
  readonly pendingMoney?: true;
  readonly pendingCounts?: true;
  readonly status: 'idle' | 'loading' | 'error' | 'ready';
  readonly error?: Error | string;
  refetch(): void;
}

/** Its own answer, or else the newest list on this device that contains it. */
function useServerRecord(resource: Resource, id: string | undefined) {
  const client = useQueryClient();
  const query = useQuery({ ...recordQuery(resource, id ?? ''), enabled: id !== undefined });
  // Never fetched here: only hydrated, in case the record itself is not cached.
  useQuery({ ...allQuery(resource), enabled: false });
  return {
    snapshot: query.data ?? (id === undefined ? undefined : listedInCache(client, resource, id)),
    error: query.error,
    refetch: () => {
      if (id !== undefined) void query.refetch();
    },
  };
}

/**
 * A record that the server does not know yet comes from the entry that creates it. After the answer of a server
 * without `client_ids` it has another id than that of the mutation that made it.
 * @param exceptEntry id of an entry that is being edited and must not show
 */
export function useRecord(resource: Resource, id: string | undefined, exceptEntry?: string): RecordResult {
  const { rows: outbox } = useOutboxWithout(exceptEntry, id !== undefined);
  const create = entriesAbout(resource, outbox).entriesOfResource.find(
    ({ operation, id: key, merged }) =>
      operation.kind === 'create' && id !== undefined && [operation.recordId, key, ...merged].includes(id),
  );
  const serverId = create && isPending(create) ? undefined : (create?.operation.recordId ?? id);
  const { snapshot, error, refetch } = useServerRecord(resource, serverId);
  if (id === undefined) return { status: 'idle', refetch };
  const shown = snapshot
    ? overlayRecord(resource, snapshot.data, outbox, snapshot)
    : create && createdRecord(resource, create, outbox);
  if (shown) return { ...shown, status: 'ready', refetch };
  const isGone = snapshot !== undefined || create !== undefined;
  if (isGone) return { status: 'error', error: messages.recordMissing, refetch };
  return error ? { status: 'error', error, refetch } : { status: 'loading', refetch };
}

export interface RecordOfKind extends ListedRecord {
  readonly resource: Resource;
}

export interface RequestedPage {
  readonly resource: Resource;
  readonly search: ListRequest;
}

/** Milliseconds. An overview of many lists is read seldom; the user's own entries refresh it at once. */
const STALE_TIME = 60_000;

/**
 * With pending entries applied.
 * @param requested must be the same array while its content is the same
 */
export function useManyRecords(requested: readonly RequestedPage[]): {
  readonly rows: readonly RecordOfKind[];
  readonly loading: boolean;
} {
  const { rows: outbox } = useOutboxView();
  const offline = useConnection() === 'offline';
  const { pages, reading: isReading } = useQueries({
    queries: requested.map(({ resource, search }) => ({
      ...listQuery(resource, search),
      staleTime: STALE_TIME,
    })),
    combine: (answers) => ({
      pages: answers.map(({ data }) => data),
      reading: answers.some(({ isLoading }) => isLoading),
    }),
  });
  const rows = useMemo(
    () =>
      requested.flatMap(({ resource, search }, index) =>
        overlayPage(resource, pages[index], outbox, search).rows.map((row) => ({ ...row, resource })),
      ),
    [requested, pages, outbox],
  );
  // Sorting over several lists needs all of them. Offline, the cached ones are all there are.
  const loading = isReading && !offline;
  return { rows: loading ? [] : rows, loading };
}

/** A little over a megabyte. For larger resources the server searches. */
export const MAX_PICKER_RECORDS = 5_000;

/** Milliseconds: the size of a resource changes slowly. */
const COUNT_STALE_TIME = 5 * 60_000;

export interface PickerSize {
  /** `all` reads every record, `search` asks the server for the typed words; undefined until known. */
  readonly offers: 'all' | 'search' | undefined;
  /** Enrolments include their installments. */
  readonly count: number;
}

/** `search` requires a server that can search (decision 31). */
export function usePickerSize(resource: Resource): PickerSize {
  const strategy = useReadStrategy();
  const { data, error } = useQuery({ ...listQuery(resource, { page: 1 }), staleTime: COUNT_STALE_TIME });
  const count = data?.data.count ?? 0;
  if (strategy?.searches === false || error) return { offers: 'all', count };
  if (!data || !strategy) return { offers: undefined, count };
  return { offers: count > MAX_PICKER_RECORDS ? 'search' : 'all', count };
}
