import type { RecordRow } from '#app/lib/record-row.ts';

/** Filters the records of one student, including the installments of the student's enrolments. */
export function recordsOfStudent(student: string, records: readonly RecordRow[]): RecordRow[] {
  const ownIds = new Set(records.filter((record) => record.student === student).map(({ id }) => id));
  return records.filter(
    ({ id, related_record }) =>
      ownIds.has(id) || (typeof related_record === 'string' && ownIds.has(related_record)),
  );
}
