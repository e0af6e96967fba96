import { sql } from 'kysely';
import { nounsOf } from '#contract/define-resource.ts';
import type { ImportBody, ImportRow, ImportTarget } from '#contract/imports.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Table } from '#server/spreadsheets/read-table.ts';
import type { BranchScope, ColumnValues } from '#server/store/branch-scope.ts';
import { appendHistory } from '#server/store/history.ts';
import { conflict } from '#server/store/http-error.ts';
import { nameColumns, searchColumns } from '#server/store/lists/search-text.ts';
import { messages } from '#server/store/messages.ts';
import { lockMonthShared } from '#server/store/months/month-lock.ts';
import { checkRows, chosenRows, resultOf } from './check-import.ts';
import type { CheckedRow } from './checked-row.ts';
import { IMPORT, type StoredImport, wireImport } from './import-reader.ts';

/** Rows that one statement inserts: few enough that other requests of this process do not wait for their text. */
const INSERTED_AT_ONCE = 500;

/** Holds the file of an import. */
export interface ImportedFile {
  readonly name: string;
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly table: Table;
}

/** Returns what an import is called: "120 students from students.csv". */
export function importTitle(target: ImportTarget, count: number, file: string): string {
  const things = messages.recordCount({ count, nouns: nounsOf(resourceOf(target)) });
  return messages.importTitle({ things, file });
}

async function insertImport(
  scope: BranchScope,
  { target }: ImportBody,
  { name, hash }: ImportedFile,
  rows: number,
): Promise<StoredImport> {
  const [author] = await scope.all(
    sql<{
      name: string;
    }>`select first_name || ' ' || last_name as name from ${scope.rows('app_user')} as author
      where id = ${scope.userId}`,
  );
  const stored = await scope.insert(
    'import',
    {
      target,
      file_name: name,
      file_hash: hash,
      rows: BigInt(rows),
      created_at: scope.now,
      created_by: scope.userId,
      user_name: author?.name ?? '',
    },
    sql<StoredImport>`on conflict (branch_id, target, file_hash) where undone_at is null do nothing returning *`,
  );
  if (!stored) throw conflict(messages.importTwice);
  return stored;
}

/** Runs work in a transaction of its own, which ends before that of the import. */
export type RunApart = <T>(work: (scope: BranchScope) => Promise<T>) => Promise<T>;

/** Takes as many codes as students need one, beyond all codes of the file. Codes that are not used in the end stay gaps, as after a delete. */
async function takeCodes(scope: BranchScope, highest: bigint, count: bigint): Promise<bigint> {
  const counter = await scope.insert(
    'student_counter',
    { last: highest + count },
    sql<{ last: bigint }>`on conflict (branch_id) do update
      set last = greatest(student_counter.last, ${highest}::bigint) + ${count}::bigint returning last`,
  );
  if (!counter) throw new Error('student_counter returned no row');
  return counter.last;
}

/**
 * Returns the code of each row. New ones are taken apart from the import: the counter would be locked until its end, and every new student
 * would wait for it.
 */
async function codesOf(
  scope: BranchScope,
  rows: readonly CheckedRow[],
  apart: RunApart,
): Promise<readonly bigint[]> {
  const own = rows.flatMap(({ values }) =>
    typeof values.code_number === 'bigint' ? [values.code_number] : [],
  );
  const highest = own.reduce((one, other) => (one > other ? one : other), 0n);
  let next = await apart((other) => takeCodes(other, highest, BigInt(rows.length - own.length)));
  const taken = await scope.first(sql`select 1 from ${scope.rows('student')} as r
    where code_number = any(${own.map(String)}::bigint[]) limit 1`);
  // Somebody was given one of these codes between the check and the lock of the counter.
  if (taken) throw conflict(messages.importChanged);
  return rows.map(({ values }) => (typeof values.code_number === 'bigint' ? values.code_number : next--));
}

/** Returns what to store of a row. */
type ValuesOf = (row: CheckedRow, index: number) => ColumnValues;

async function studentValues(
  scope: BranchScope,
  rows: readonly CheckedRow[],
  apart: RunApart,
): Promise<ValuesOf> {
  const codes = await codesOf(scope, rows, apart);
  return ({ values }, index) => {
    const number = codes[index] ?? 0n;
    const student = { ...values, code_number: number, code: `S-${String(number).padStart(4, '0')}` };
    return { ...student, ...searchColumns(resourceOf('student'), student), ...nameColumns(student) };
  };
}

async function enrolmentValues(
  scope: BranchScope,
  target: ImportTarget,
  rows: readonly CheckedRow[],
  month: bigint | null,
): Promise<ValuesOf> {
  // Each enrolment is counted at its student: they are held in the order of their ids, like those of a collection.
  const students = [...new Set(rows.map(({ values }) => String(values.student_id)))];
  await scope.first(sql`select count(*) from (select id from ${scope.rows('student')} as r
    where id = any(${students}::bigint[]) order by id for no key update) as held`);
  return ({ values }) => ({
    ...values,
    ...searchColumns(resourceOf(target), values),
    kind: target,
    month_id: month,
    created_at: scope.now.toISOString(),
    created_by: scope.userId,
  });
}

/**
 * Imports the chosen rows of a file in the transaction of its write: all of them or none (decision 56). The file is checked again first,
 * since the branch may have changed.
 * @param apart takes new codes of students
 * @throws {HttpError} 400 at what is not decided, 409 if the branch has changed since the check or has this file already
 */
export async function runImport(
  scope: BranchScope,
  file: ImportedFile,
  body: ImportBody,
  apart: RunApart,
): Promise<ImportRow> {
  const { target, expected } = body;
  const month = target === 'student' ? undefined : await lockMonthShared(scope);
  const checked = await checkRows(scope, file.table, body);
  const { ready, doubtful, wrong } = resultOf(checked);
  if (expected && (expected.ready !== ready || expected.doubtful !== doubtful || expected.wrong !== wrong))
    throw conflict(messages.importChanged);
  // The newest comes first in lists: the last row is inserted first, so that a list shows them as the file does.
  const chosen = chosenRows(checked, body).reverse();
  const stored = await insertImport(scope, body, file, chosen.length);
  const [table, valuesOf] =
    target === 'student'
      ? (['student', await studentValues(scope, chosen, apart)] as const)
      : (['enrolment', await enrolmentValues(scope, target, chosen, month?.id ?? null)] as const);
  for (let at = 0; at < chosen.length; at += INSERTED_AT_ONCE) {
    const rows = chosen.slice(at, at + INSERTED_AT_ONCE);
    const values = rows.map((row, index) => ({ ...valuesOf(row, at + index), import_id: stored.id }));
    await scope.insertAll(table, values);
  }
  const after = wireImport(stored);
  await appendHistory(scope, {
    resource: IMPORT,
    id: after.id,
    title: importTitle(target, chosen.length, file.name),
    month: month && String(month.id),
    action: 'created',
    after: { ...after, skipped: checked.length - chosen.length },
  });
  return after;
}
