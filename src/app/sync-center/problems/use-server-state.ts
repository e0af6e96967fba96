import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import type { ListRequest } from '#app/cache/query-keys.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useReadStrategy } from '#app/reads/capabilities.ts';
import { historyQuery } from '#app/reads/record-history.ts';
import { allQuery, listQuery, recordQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { listedInCache } from '#app/reads/use-records.ts';
import type { RecordRef, ServerRecord, ServerState } from './problem.ts';
import { requiredReadsFor } from './problem-types.ts';

export interface ServerStateResult {
  readonly state: ServerState;
  /** `cached`: read earlier, server unreachable; `unavailable`: not even that; `none`: nothing to compare. */
  readonly status: 'loading' | 'fresh' | 'cached' | 'unavailable' | 'none';
  /** Of the oldest part, in milliseconds since 1970. */
  readonly readAt: number | undefined;
}

const FRESH = { refetchOnMount: 'always', staleTime: 0 } as const;

const isNotFound = ({ error, errorUpdatedAt, dataUpdatedAt }: UseQueryResult<unknown>) =>
  error instanceof ApiError && error.status === 404 && errorUpdatedAt >= dataUpdatedAt;

/** Each time the card opens; offline from the cache. Without the overlay of pending entries. */
export function useServerState(entry: OutboxEntry): ServerStateResult {
  const client = useQueryClient();
  const { rows } = useOutboxView();
  const reads = useReadStrategy();
  const required = useMemo(() => requiredReadsFor(entry), [entry]);
  const { target, related, debts = [] } = required;
  const targets = [target, related, ...debts].filter((target) => target !== undefined);
  const lists = required.lists ?? [];
  const records = useQueries({
    queries: targets.map(({ resource, id }) => ({ ...recordQuery(resource, id), ...FRESH })),
  });
  // Never fetched: only hydrated from the query cache, for records that were never opened on this device.
  useQueries({ queries: targets.map(({ resource }) => ({ ...allQuery(resource), enabled: false })) });
  const listed = useQueries({
    queries: lists.map(({ resource, search: { page, ...filters } }) => {
      const filter = reads?.filter(filters) ?? {};
      return page === undefined
        ? { ...allQuery(resource, filter), ...FRESH }
        : { ...listQuery(resource, { ...filter, page }), ...FRESH };
    }),
  });
  const { resource: historyOf, id: historyId } = required.history ?? {};
  const history = useQuery({
    ...historyQuery(historyOf, historyId ?? ''),
    enabled: historyOf !== undefined && reads?.keepsHistory === true,
  });
  const months = useQuery({ ...monthsQuery(1), ...FRESH, enabled: required.months === true });

  const queryOf = (target: RecordRef | undefined) => target && records[targets.indexOf(target)];
  const snapshotOf = (target: RecordRef | undefined) =>
    queryOf(target)?.data ?? (target && listedInCache(client, target.resource, target.id));
  const serverRecord = (target: RecordRef | undefined): ServerRecord => {
    const query = queryOf(target);
    return query && isNotFound(query) ? 'deleted' : snapshotOf(target)?.data;
  };

  const queries = [...records, ...listed, ...(required.months ? [months] : [])];
  const times = [...targets.map(snapshotOf), ...listed.map(({ data }) => data)].flatMap(
    (snapshot) => snapshot?.readAt ?? [],
  );
  return {
    state: {
      target: serverRecord(target),
      related: serverRecord(related),
      debts: debts.map(serverRecord),
      lists: Object.fromEntries(
        lists.flatMap(({ resource, search }, at) => {
          const results = listed[at]?.data?.data.results;
          return results ? [[resource.name, results.filter((record) => matchesSearch(record, search))]] : [];
        }),
      ),
      months: months.data?.results,
      history: history.data ?? undefined,
      acknowledgedIds: new Set(rows.flatMap(({ result }) => result?.id ?? [])),
    },
    status: statusOf(queries, times.length > 0),
    readAt: times.length > 0 ? Math.min(...times) : undefined,
  };
}

/** A server without filters returns others too (decision 31). */
function matchesSearch(record: RecordRow, { page: _, ...filter }: Partial<ListRequest>): boolean {
  return Object.entries(filter).every(([name, wanted]) => (record[name] ?? wanted) === wanted);
}

function statusOf(queries: readonly UseQueryResult<unknown>[], known: boolean): ServerStateResult['status'] {
  if (queries.length === 0) return 'none';
  if (queries.every((query) => isNotFound(query) || (query.isFetchedAfterMount && !query.error)))
    return 'fresh';
  if (queries.some(({ isFetching }) => isFetching)) return 'loading';
  return known ? 'cached' : 'unavailable';
}
