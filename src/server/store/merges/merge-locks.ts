import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { StoredRow } from '#server/store/records/records.ts';

/** Lists the tables with records of students, in the order of their locks. */
const tablesOfStudents = ['book_payout', 'enrolment', 'promise', 'reminder'] as const;
type TableOfStudents = (typeof tablesOfStudents)[number];

/** Holds ids of what is moved, by table. Plans follow their enrolments. */
export type RecordIds = Readonly<Record<TableOfStudents, readonly string[]>>;

/** Returns the condition that a row moves by itself; installments follow what they pay for. */
const movesItself = (table: TableOfStudents) =>
  table === 'enrolment' || table === 'book_payout' ? sql`related_id is null` : sql`true`;

/** Locks what is a student's, book payouts first, each table in the order of its ids. */
export async function lockRecords(scope: BranchScope, student: bigint): Promise<void> {
  for (const table of tablesOfStudents) {
    await scope.all(sql`select id from ${scope.rows(table)} as r
      where student_id = ${student} and ${movesItself(table)} order by id for update`);
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

/** Returns the ids of what is a locked student's. */
export async function recordsOf(scope: BranchScope, student: bigint): Promise<RecordIds> {
  const idsIn = async (table: TableOfStudents) => {
    const rows = await scope.all(sql<{ id: bigint }>`select id from ${scope.rows(table)} as r
      where student_id = ${student} and ${movesItself(table)} order by id`);
    return rows.map(({ id }) => String(id));
  };
  return {
    book_payout: await idsIn('book_payout'),
    enrolment: await idsIn('enrolment'),
    promise: await idsIn('promise'),
    reminder: await idsIn('reminder'),
  };
}

/** Moves records to another student; their installments follow by their foreign keys. */
export async function moveRecords(scope: BranchScope, ids: RecordIds, student: bigint): Promise<void> {
  for (const table of tablesOfStudents) {
    if (ids[table].length > 0)
      await scope.update(table, sql`id = any(${ids[table]}::bigint[])`, { student_id: student });
  }
}
