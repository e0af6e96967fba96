import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConnection } from '#app/api/connection.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { useReadStrategy } from '#app/reads/read-strategy.ts';
import { allQuery, listQuery } from '#app/reads/resource-queries.ts';
import type { RecordOfKind } from '#app/reads/use-many-records.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { overlayPage } from '#app/reads/with-pending.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Page } from '#contract/paging.ts';
import { studentResources } from './student-kinds.ts';

/** Filters the records of one student, including the installments of the student's enrolments. */
function recordsOfStudent(student: string, records: readonly RecordRow[]): RecordRow[] {
  const ownIds = new Set(records.filter((record) => record.student === student).map(({ id }) => id));
  return records.filter(
    ({ id, related_record }) =>
      ownIds.has(id) || (typeof related_record === 'string' && ownIds.has(related_record)),
  );
}

type ListSnapshot = Snapshot<Page<RecordRow>>;

/** All records of one student with their loading state. */
export interface StudentRecords {
  /** The server's records with the overlay of pending entries. */
  readonly rows: readonly RecordOfKind[];
  readonly loading: boolean;
  /** Resources that could not be read at all. */
  readonly missing: readonly Resource[];
  /** Whether some records come from cached lists of other screens, which may lack installments. */
  readonly fromCachedLists: boolean;
  /** Resources whose cached list is not complete, so that more may remain to be paid. */
  readonly incomplete: readonly Resource[];
  /** The error of the first failed read. */
  readonly error: string | undefined;
  /** When the oldest shown part was read, wall clock in milliseconds; 0 if nothing was. */
  readonly updatedAt: number;
  refetch(): void;
}

/** Returns the queries that other screens and the prefetch cache, the better first: all records, the newest page. */
const cachedListQueries = (resource: Resource) => [
  allQuery(resource, { is_installment: false }),
  listQuery(resource, { page: 1 }),
];
const CACHED_LISTS = 2;

const queryStates = (answers: readonly UseQueryResult<ListSnapshot>[]) =>
  answers.map(({ data, error, isLoading }) => ({ data, error: error?.message, isLoading }));

const snapshots = (answers: readonly UseQueryResult<ListSnapshot>[]) => answers.map(({ data }) => data);

/** Filters a snapshot by student: a server may have no such filter (decision 31). */
function filterByStudent(read: ListSnapshot, student: string): ListSnapshot {
  const results = recordsOfStudent(student, read.data.results);
  return { ...read, data: { ...read.data, results, count: results.length } };
}

/**
 * Reads all enrolments, installments and payouts of one student, one request per resource in parallel. If the
 * server is unreachable and the page was never opened, the cached lists of other screens are used instead.
 * @param id the server's id, or a temporary one, which is resolved
 */
export function useStudentRecords(id: string): StudentRecords {
  const { rows: outbox, ids } = useOutboxView();
  const client = useQueryClient();
  const offline = useConnection() === 'offline';
  const student = ids.get(id) ?? id;
  const enabled = !isTemporaryId(student);
  const reads = useReadStrategy();
  // Servers without filters return all students; fetch once and filter locally.
  const filter = useMemo(() => reads?.filter({ student }) ?? { student }, [reads, student]);
  const queries = useQueries({
    queries: studentResources.map((resource) => ({
      ...allQuery(resource, filter),
      enabled: enabled && reads !== undefined,
    })),
    combine: queryStates,
  });
  // Never fetched here: only hydrated from the query cache.
  const cached = useQueries({
    queries: studentResources
      .flatMap(cachedListQueries)
      .map((cachedQuery) => ({ ...cachedQuery, enabled: false })),
    combine: snapshots,
  });

  const results = useMemo(
    () =>
      studentResources.map((resource, place) => {
        const query = queries[place];
        const unread = offline || query?.error !== undefined;
        // The server has no records of a student with a temporary id.
        const lists = cached.slice(place * CACHED_LISTS, (place + 1) * CACHED_LISTS);
        const fallback = enabled && unread ? lists.find((list) => list !== undefined) : undefined;
        const read = query?.data ?? fallback;
        const filtered = read && filterByStudent(read, student);
        const { rows } = overlayPage(resource, filtered, outbox, {});
        const known = rows.map((row) => ({ ...row, resource }));
        const studentRecords = new Set(
          recordsOfStudent(
            student,
            known.map(({ record }) => record),
          ),
        );
        return { resource, query, read, rows: known.filter(({ record }) => studentRecords.has(record)) };
      }),
    [queries, cached, offline, outbox, student, enabled],
  );

  const fallbacks = results.filter(({ query, read }) => read && !query?.data);
  const times = results.flatMap(({ read }) => read?.readAt ?? []);
  return {
    rows: results.flatMap(({ rows }) => rows),
    loading: results.some(({ query, read }) => query?.isLoading && !read),
    missing: enabled
      ? results.flatMap(({ resource, query, read }) => (query?.error && !read ? resource : []))
      : [],
    fromCachedLists: fallbacks.length > 0,
    incomplete: fallbacks.flatMap(({ resource, read }) =>
      read && read.data.count > read.data.results.length ? resource : [],
    ),
    error: queries.find(({ error }) => error !== undefined)?.error,
    updatedAt: times.length > 0 ? Math.min(...times) : 0,
    refetch: () => {
      for (const resource of studentResources) {
        void client.refetchQueries({ queryKey: allQuery(resource, filter).queryKey });
      }
    },
  };
}
