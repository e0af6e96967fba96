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
import { pageWithPending } from '#app/reads/with-pending.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Page } from '#contract/paging.ts';
import { recordsOfStudent } from './records-of-student.ts';
import { studentKinds } from './student-kinds.ts';

type Rows = Snapshot<Page<RecordRow>>;

/** Everything of one student, as it is shown. */
export interface StudentRecords {
  /** Unsettled writes are laid over what the host said. */
  readonly rows: readonly RecordOfKind[];
  readonly loading: boolean;
  /** Kinds of which nothing could be had. */
  readonly missing: readonly Resource[];
  /** Whether something is only what other screens have left on this device: installments may not be among it. */
  readonly standIn: boolean;
  /** Kinds of which what they left is not all, so that what remains may be more. */
  readonly lacking: readonly Resource[];
  /** Why something is missing. */
  readonly error: string | undefined;
  /** When the oldest of what is shown was read, wall clock in milliseconds; 0 where nothing was. */
  readonly updatedAt: number;
  refetch(): void;
}

/** What other screens and the warm-up keep of a kind: all enrolments for the pickers, the newest of the others. */
const keptQuery = (resource: Resource) =>
  resource.installment ? allQuery(resource, { is_installment: false }) : listQuery(resource, { page: 1 });

const readings = (answers: readonly UseQueryResult<Rows>[]) =>
  answers.map(({ data, error, isLoading }) => ({ data, error: error?.message, isLoading }));

const snapshots = (answers: readonly UseQueryResult<Rows>[]) => answers.map(({ data }) => data);

/** The part of a read that is this student's: a host may know no filter by student (decision 31). */
function partOf(read: Rows, student: string): Rows {
  const results = recordsOfStudent(student, read.data.results);
  return { ...read, data: { ...read.data, results, count: results.length } };
}

/**
 * Every enrolment, installment and payout of one student: a request a kind, all at once. Where the host can't
 * be reached and the page was never opened, what this device keeps for its lists and pickers stands in.
 * @param id the host's, or a temporary one, which is followed
 */
export function useStudentRecords(id: string): StudentRecords {
  const { rows: outbox, ids } = useOutboxView();
  const client = useQueryClient();
  const offline = useConnection() === 'offline';
  const student = ids.get(id) ?? id;
  const enabled = !isTemporaryId(student);
  const reads = useReadStrategy();
  // A host that would answer everyone's records is asked for them once, and not again for each student.
  const filter = useMemo(() => reads?.filter({ student }) ?? { student }, [reads, student]);
  const own = useQueries({
    queries: studentKinds.map((resource) => ({
      ...allQuery(resource, filter),
      enabled: enabled && reads !== undefined,
    })),
    combine: readings,
  });
  // Not fetched for this: only woken from the device.
  const kept = useQueries({
    queries: studentKinds.map((resource) => ({ ...keptQuery(resource), enabled: false })),
    combine: snapshots,
  });

  const shown = useMemo(
    () =>
      studentKinds.map((resource, place) => {
        const reading = own[place];
        const unread = offline || reading?.error !== undefined;
        // The host has nothing of a student that it does not know yet.
        const standIn = enabled && unread ? kept[place] : undefined;
        const read = reading?.data ?? standIn;
        const mine = read && partOf(read, student);
        const { rows } = pageWithPending(resource, mine, outbox, {});
        const known = rows.map((row) => ({ ...row, resource }));
        const belonging = new Set(
          recordsOfStudent(
            student,
            known.map(({ record }) => record),
          ),
        );
        return { resource, reading, read, rows: known.filter(({ record }) => belonging.has(record)) };
      }),
    [own, kept, offline, outbox, student, enabled],
  );

  const standIns = shown.filter(({ reading, read }) => read && !reading?.data);
  const times = shown.flatMap(({ read }) => read?.readAt ?? []);
  return {
    rows: shown.flatMap(({ rows }) => rows),
    loading: shown.some(({ reading, read }) => reading?.isLoading && !read),
    missing: enabled
      ? shown.flatMap(({ resource, reading, read }) => (reading?.error && !read ? resource : []))
      : [],
    standIn: standIns.length > 0,
    lacking: standIns.flatMap(({ resource, read }) =>
      read && read.data.count > read.data.results.length ? resource : [],
    ),
    error: own.find(({ error }) => error !== undefined)?.error,
    updatedAt: times.length > 0 ? Math.min(...times) : 0,
    refetch: () => {
      for (const resource of studentKinds) {
        void client.refetchQueries({ queryKey: allQuery(resource, filter).queryKey });
      }
    },
  };
}
