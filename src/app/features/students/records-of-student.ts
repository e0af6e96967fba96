import type { RecordRow } from '#app/lib/record-row.ts';

/** Filters the records of one student, including the installments of the student's enrolments. */
export function recordsOfStudent(student: string, records: readonly RecordRow[]): RecordRow[] {
  const own = new Set(records.filter((record) => record.student === student).map(({ id }) => id));
  return records.filter(
    ({ id, related_record }) =>
      own.has(id) || (typeof related_record === 'string' && own.has(related_record)),
  );
}
