import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { StoredRow } from '#server/store/records/records.ts';

/**
 * Lists the tables whose rows move with their student, in the order of their locks. A test compares it with the foreign keys to
 * students: what is deleted with its student would be lost in a merge.
 */
export const tablesOfStudents = ['book_payout', 'enrolment', 'promise', 'reminder', 'collection'] as const;
type TableOfStudents = (typeof tablesOfStudents)[number];

/** Tells what moves by itself: installments follow what they pay for, by their foreign keys. */
const ownRows = (table: TableOfStudents) =>
  table === 'book_payout' || table === 'enrolment' ? sql`related_id is null` : sql`true`;

/** Holds ids of what belongs to a student, by table. */
export type RecordIds = Readonly<Record<TableOfStudents, readonly string[]>>;

/** Locks what belongs to a student, table by table in the order of the ids. */
export async function lockRecords(scope: BranchScope, student: bigint): Promise<void> {
  for (const table of tablesOfStudents) {
    await scope.all(sql`select id from ${scope.rows(table)} as r
      where student_id = ${student} and ${ownRows(table)} order by id for update`);
  }
}

/** Locks students in the order of their ids; one that the branch does not have is missing in the answer. */
export async function lockStudents(
  scope: BranchScope,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, StoredRow>> {
  const rows = await scope.all(sql<StoredRow>`select * from ${scope.rows('student')} as r
    where id = any(${ids.map(String)}::bigint[]) order by id for update`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the ids of what belongs to a locked student. */
export async function recordsOf(scope: BranchScope, student: bigint): Promise<RecordIds> {
  const idsIn = async (table: TableOfStudents) => {
    const rows = await scope.all(sql<{ id: bigint }>`select id from ${scope.rows(table)} as r
      where student_id = ${student} and ${ownRows(table)} order by id`);
    return rows.map(({ id }) => String(id));
  };
  return {
    book_payout: await idsIn('book_payout'),
    enrolment: await idsIn('enrolment'),
    promise: await idsIn('promise'),
    reminder: await idsIn('reminder'),
    collection: await idsIn('collection'),
  };
}

/** Moves records to another student. */
export async function moveRecords(scope: BranchScope, ids: RecordIds, student: bigint): Promise<void> {
  for (const table of tablesOfStudents) {
    if (ids[table].length > 0)
      await scope.update(table, sql`id = any(${ids[table]}::bigint[])`, { student_id: student });
  }
}
