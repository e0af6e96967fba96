import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useConnection } from '#app/api/connection.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Page } from '#contract/paging.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { useReadStrategy } from './capabilities.ts';
import { allQuery, listQuery } from './resource-queries.ts';
import { useIsPendingRecord, useOutboxView } from './use-outbox.ts';
import type { RecordOfKind } from './use-records.ts';
import { overlayPage } from './with-pending.ts';

/** Enrolments and payouts. */
export const studentResources: readonly Resource[] = resourceNames
  .map(resourceOf)
  .filter(({ fields, installment }) => fields.student && installment);

/** Without payouts. */
export const enrolmentResources = studentResources.filter(({ counts }) => counts === undefined);

function recordsOfStudent(student: string, records: readonly RecordRow[]): RecordRow[] {
  const ownIds = new Set(records.filter((record) => record.student === student).map(({ id }) => id));
  return records.filter(
    ({ id, related_record }) =>
      ownIds.has(id) || (typeof related_record === 'string' && ownIds.has(related_record)),
  );
}

type ListSnapshot = Snapshot<Page<RecordRow>>;

export interface StudentRecords {
  readonly rows: readonly RecordOfKind[];
  readonly loading: boolean;
  readonly missing: readonly Resource[];
  /** True if some records come from cached lists of other screens, which may lack installments. */
  readonly fromCachedLists: boolean;
  /** Resources whose cached list is not complete, so that the debt may be higher. */
  readonly incomplete: readonly Resource[];
  readonly error: string | undefined;
  /** When the oldest shown part was read, wall clock in milliseconds; 0 if nothing was. */
  readonly updatedAt: number;
  refetch(): void;
}

interface ReadList {
  readonly resource: Resource;
  /** May hold records of other students, because some servers cannot filter (decision 31). */
  readonly list: ListSnapshot | undefined;
  readonly isFromOtherScreens: boolean;
  readonly isLoading: boolean;
  readonly error: string | undefined;
  refetch(): void;
}

function useListsOfStudent(student: string): readonly ReadList[] {
  const offline = useConnection() === 'offline';
  const client = useQueryClient();
  const reads = useReadStrategy();
  const isNew = useIsPendingRecord(student) || student === '';
  // Servers without filters return all students; fetch once and filter locally.
  const filter = reads?.filter({ student }) ?? { student };
  const answers = useQueries({
    queries: studentResources.map((resource) => ({
      ...allQuery(resource, filter),
      enabled: !isNew && reads !== undefined,
    })),
  });
  // Never fetched here: only hydrated from the query cache, the complete list before the newest page.
  const complete = useQueries({
    queries: studentResources.map((resource) => ({
      ...allQuery(resource, { is_installment: false }),
      enabled: false,
    })),
  });
  const newest = useQueries({
    queries: studentResources.map((resource) => ({ ...listQuery(resource, { page: 1 }), enabled: false })),
  });
  return studentResources.map((resource, index) => {
    const { data, error, isLoading = false } = answers[index] ?? {};
    const usesOthers = !data && !isNew && (offline || Boolean(error));
    const others = usesOthers ? (complete[index]?.data ?? newest[index]?.data) : undefined;
    return {
      resource,
      list: data ?? others,
      isFromOtherScreens: others !== undefined,
      isLoading,
      error: error?.message,
      refetch: () => void client.refetchQueries({ queryKey: allQuery(resource, filter).queryKey }),
    };
  });
}

function recordsIn(
  { resource, list }: ReadList,
  student: string,
  outbox: readonly OutboxEntry[],
): RecordOfKind[] {
  const results = list && recordsOfStudent(student, list.data.results);
  const listOfStudent = list &&
    results && { ...list, data: { ...list.data, results, count: results.length } };
  const { rows } = overlayPage(resource, listOfStudent, outbox, {});
  const records = recordsOfStudent(
    student,
    rows.map(({ record }) => record),
  );
  const ids = new Set(records.map(({ id }) => id));
  return rows.filter(({ record }) => ids.has(record.id)).map((row) => ({ ...row, resource }));
}

/**
 * Sends one request per resource in parallel. A resource that was never read for this student comes from the lists of
 * other screens while the server cannot be reached. The outbox is applied, and records of other students are left out.
 * @param student '' reads nothing
 */
export function useStudentRecords(student: string): StudentRecords {
  const { rows: outbox } = useOutboxView();
  const isPending = useIsPendingRecord(student);
  const lists = useListsOfStudent(student);
  const fromOthers = lists.filter(({ isFromOtherScreens }) => isFromOtherScreens);
  const times = lists.flatMap(({ list }) => list?.readAt ?? []);
  return {
    rows: lists.flatMap((list) => recordsIn(list, student, outbox)),
    loading: lists.some(({ isLoading, list }) => isLoading && !list),
    missing: isPending
      ? []
      : lists.filter(({ error, list }) => error !== undefined && !list).map(({ resource }) => resource),
    fromCachedLists: fromOthers.length > 0,
    incomplete: fromOthers
      .filter(({ list }) => list && list.data.count > list.data.results.length)
      .map(({ resource }) => resource),
    error: lists.find(({ error }) => error !== undefined)?.error,
    updatedAt: times.length > 0 ? Math.min(...times) : 0,
    refetch: () => {
      for (const list of lists) list.refetch();
    },
  };
}
