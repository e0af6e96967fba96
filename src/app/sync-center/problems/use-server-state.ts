import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import type { ListRequest } from '#app/cache/query-keys.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { listedInCache } from '#app/reads/listed-in-cache.ts';
import { useReadStrategy } from '#app/reads/read-strategy.ts';
import { allQuery, listQuery, recordQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import type { ServerRecord, ServerState, Target } from './problem.ts';
import { localMutationOf, requiredReadsFor } from './problem-types.ts';

/** What the server has, and how sure that is. */
export interface ServerStateResult {
  readonly ground: ServerState;
  /** `kept` is what this device had read before, as the server can't be asked; `none` is nothing to compare at all. */
  readonly status: 'reading' | 'fresh' | 'kept' | 'unread' | 'none';
  /** When the oldest part of it was read, wall clock in milliseconds. */
  readonly readAt: number | undefined;
}

const FRESH = { refetchOnMount: 'always', staleTime: 0 } as const;

const isGone = ({ error, errorUpdatedAt, dataUpdatedAt }: UseQueryResult<unknown>) =>
  error instanceof ApiError && error.status === 404 && errorUpdatedAt >= dataUpdatedAt;

/**
 * Reads from the server what a stuck row is to be compared with, each time its card is opened; without a connection what this device
 * keeps. Snapshots are taken as they are: nothing of this device's own unsent work is laid over them.
 */
export function useServerState(row: OutboxEntry): ServerStateResult {
  const client = useQueryClient();
  const { rows } = useOutboxView();
  const reads = useReadStrategy();
  const looks = useMemo(() => {
    const asked = localMutationOf(row);
    return asked ? requiredReadsFor(asked) : {};
  }, [row]);
  const { own, other } = looks;
  const targets = [own, other].filter((target) => target !== undefined);
  const lists = looks.lists ?? [];
  const records = useQueries({
    queries: targets.map(({ resource, id }) => ({ ...recordQuery(resource, id), ...FRESH })),
  });
  // Not fetched for this: only woken from the device, for the case that a record itself was never opened here.
  useQueries({ queries: targets.map(({ resource }) => ({ ...allQuery(resource), enabled: false })) });
  const listed = useQueries({
    queries: lists.map(({ resource, search: { page, ...narrowed } }) => {
      const filter = reads?.filter(narrowed) ?? {};
      return page === undefined
        ? { ...allQuery(resource, filter), ...FRESH }
        : { ...listQuery(resource, { ...filter, page }), ...FRESH };
    }),
  });
  const months = useQuery({ ...monthsQuery(1), ...FRESH, enabled: looks.months === true });

  const known = (target: Target | undefined): Snapshot<unknown> | undefined => {
    const query = target && records[targets.indexOf(target)];
    return query?.data ?? (target && listedInCache(client, target.resource, target.id));
  };
  const seen = (target: Target | undefined): ServerRecord => {
    const query = target && records[targets.indexOf(target)];
    if (!target || !query) return undefined;
    return isGone(query) ? 'gone' : (query.data ?? listedInCache(client, target.resource, target.id))?.data;
  };

  const queries = [...records, ...listed, ...(looks.months ? [months] : [])];
  const times = [...targets.map(known), ...listed.map(({ data }) => data)].flatMap(
    (one) => one?.readAt ?? [],
  );
  return {
    ground: {
      own: seen(own),
      other: seen(other),
      lists: Object.fromEntries(
        lists.flatMap(({ resource, search }, at) => {
          const results = listed[at]?.data?.data.results;
          return results ? [[resource.name, results.filter((record) => fits(record, search))]] : [];
        }),
      ),
      months: months.data?.results,
      claimed: new Set(rows.flatMap(({ result }) => result?.id ?? [])),
    },
    status: statusOf(queries, times.length > 0),
    readAt: times.length > 0 ? Math.min(...times) : undefined,
  };
}

/** Whether a record is what was asked for, as far as it tells: a host that knows no filters answers others as well (decision 31). */
function fits(record: RecordRow, { page: _, ...filter }: Partial<ListRequest>): boolean {
  return Object.entries(filter).every(([name, wanted]) => (record[name] ?? wanted) === wanted);
}

function statusOf(queries: readonly UseQueryResult<unknown>[], known: boolean): ServerStateResult['status'] {
  if (queries.length === 0) return 'none';
  if (queries.every((query) => isGone(query) || (query.isFetchedAfterMount && !query.error))) return 'fresh';
  if (queries.some(({ isFetching }) => isFetching)) return 'reading';
  return known ? 'kept' : 'unread';
}
