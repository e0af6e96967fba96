import { sql } from 'kysely';
import { type ImportBody, type ImportRow, type ImportTarget, importTargets } from '#contract/imports.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { userName } from '#server/accounts/profile.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { requireId } from '#server/db/columns.ts';
import { studentKeys } from '#server/db/student-keys.ts';
import { appendHistory } from '#server/history/history.ts';
import { messages as storeMessages } from '#server/messages/store.en.ts';
import { conflict, notFound } from '#server/platform/http-error.ts';
import type { Sheet } from '#server/platform/spreadsheets/sheet.ts';
import type { Table } from '#server/platform/spreadsheets/table.ts';
import { takeNumbers } from '#server/records/counters.ts';
import { listOfRows } from '#server/records/list-reader.ts';
import { nameColumns, searchColumns } from '#server/records/list-search.ts';
import { lockMonthShared } from '#server/records/month-lock.ts';
import { studentCode } from '#server/students/students.ts';
import { checkRows, chosenRows, openRows, resultOf } from './check-import.ts';
import type { CheckedRow } from './row-reader.ts';
import { messages } from './texts.en.ts';

const IMPORT = 'import';

const importColumns = sql`id::text, target, file_name as file, rows::int, created_at, user_name, undone_at`;

const imports = (scope: BranchScope) => sql`from ${scope.rows('import')} as r`;

/** Newest first. There are few, so they are counted. */
export const importList = listOfRows({
  count: (scope) => scope.count(imports(scope)),
  select: (scope, _query, limit = sql``) =>
    sql<ImportRow>`select ${importColumns} ${imports(scope)} order by r.id desc ${limit}`,
  wire: (row) => row,
});

type OpenRow = ReturnType<typeof openRows>[number];

export function rowsToCorrect({ headings }: Table, rows: readonly CheckedRow[]): Sheet<OpenRow> {
  const kept = headings.flatMap((heading, index) =>
    heading === messages.reasonColumn ? [] : [{ heading, index }],
  );
  async function* batches() {
    yield openRows(rows);
  }
  return {
    name: messages.reasonColumn,
    rightToLeft: false,
    columns: [
      ...kept.map(({ heading, index }) => ({
        heading,
        kind: 'text' as const,
        valueOf: (row: OpenRow) => row.cells[index],
      })),
      { heading: messages.reasonColumn, kind: 'text', valueOf: ({ reasons }) => reasons.join(' ') },
    ],
    batches: batches(),
  };
}

/** Few enough that other requests of this process do not wait for their text. */
const INSERTED_AT_ONCE = 500;

export interface ImportedFile {
  readonly name: string;
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly table: Table;
}

function importTitle(target: ImportTarget, count: number, file: string): string {
  const things = storeMessages.recordCount({ count, name: target });
  return messages.importTitle({ things, file });
}

async function insertImport(
  scope: BranchScope,
  { target }: ImportBody,
  { name, hash }: ImportedFile,
  rows: number,
): Promise<ImportRow> {
  const stored = await scope.insert(
    'import',
    {
      target,
      file_name: name,
      file_hash: hash,
      rows: BigInt(rows),
      created_at: scope.now,
      created_by: scope.userId,
      user_name: await userName(scope),
    },
    sql<ImportRow>`on conflict (branch_id, target, file_hash) where undone_at is null do nothing returning ${importColumns}`,
  );
  if (!stored) throw conflict(messages.importTwice);
  return stored;
}

type RunApart = <T>(work: (scope: BranchScope) => Promise<T>) => Promise<T>;

/** Apart from the import, whose transaction would keep the counter locked. */
async function codesOf(
  scope: BranchScope,
  rows: readonly CheckedRow[],
  apart: RunApart,
): Promise<readonly bigint[]> {
  const codesInFile = rows.flatMap(({ values }) =>
    typeof values.code_number === 'bigint' ? [values.code_number] : [],
  );
  const highest = codesInFile.reduce((one, other) => (one > other ? one : other), 0n);
  const count = BigInt(rows.length - codesInFile.length);
  let next = await apart((other) => takeNumbers(other, 'student_counter', count, highest));
  const taken = await scope.first(sql`select 1 from ${scope.rows('student')} as r
    where code_number = any(${codesInFile.map(String)}::bigint[]) limit 1`);
  // Somebody was given one of these codes between the check and the lock of the counter.
  if (taken) throw conflict(storeMessages.importChanged);
  return rows.map(({ values }) => (typeof values.code_number === 'bigint' ? values.code_number : next--));
}

type ValuesOf = (row: CheckedRow, index: number) => ColumnValues;

async function studentValues(
  scope: BranchScope,
  rows: readonly CheckedRow[],
  apart: RunApart,
): Promise<ValuesOf> {
  const codes = await codesOf(scope, rows, apart);
  return ({ values }, index) => {
    const number = codes[index] ?? 0n;
    const student = { ...values, code_number: number, code: studentCode(number) };
    return {
      ...student,
      ...searchColumns(resourceOf('student'), student),
      ...nameColumns(student),
      ...studentKeys(scope.branchId, student),
    };
  };
}

async function enrolmentValues(
  scope: BranchScope,
  target: ImportTarget,
  rows: readonly CheckedRow[],
  month: bigint | null,
): Promise<ValuesOf> {
  // Held in the order of their ids, as a merge does: neither waits for the other crosswise.
  const students = [...new Set(rows.map(({ values }) => String(values.student_id)))];
  await scope.first(sql`select count(*) from (select id from ${scope.rows('student')} as r
    where id = any(${students}::uuid[]) order by id for key share) as held`);
  return ({ values }) => ({
    ...values,
    ...searchColumns(resourceOf(target), values),
    kind: target,
    month_id: month,
    created_at: scope.now.toISOString(),
    created_by: scope.userId,
  });
}

/** All rows or none (decision 56). The file is checked again first, because the branch may have changed. */
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
    throw conflict(storeMessages.importChanged);
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
  await appendHistory(scope, {
    resource: IMPORT,
    id: stored.id,
    title: importTitle(target, chosen.length, file.name),
    month: month && String(month.id),
    action: 'created',
    after: { ...stored, skipped: checked.length - chosen.length },
  });
  return stored;
}

const DELETED_AT_ONCE = 500;

async function assertUntouched(scope: BranchScope, stored: ImportRow, ids: readonly string[]): Promise<void> {
  const touched = await scope.count(sql`from (
    select distinct record_id from ${scope.rows('history')} as entry
    where resource = ${stored.target} and record_id = any(${ids}::text[]) and action <> 'created') as touched`);
  const count = stored.rows - ids.length + touched;
  if (count > 0) throw conflict(messages.importTouched({ count }));
}

async function assertStudentsUnused(scope: BranchScope, ids: readonly string[]): Promise<void> {
  const count = await scope.count(sql`from (
    select student_id from ${scope.rows('enrolment')} as e where student_id = any(${ids}::uuid[])
    union select student_id from ${scope.rows('book_payout')} as p where student_id = any(${ids}::uuid[])) as r`);
  if (count > 0) throw conflict(messages.importUsed({ count }));
}

async function assertEnrolmentsUnused(scope: BranchScope, ids: readonly string[]): Promise<void> {
  const found = await scope.first(sql<{ paid: number; ended: number }>`
    select (select count(*) from (
        select related_id from ${scope.rows('enrolment')} as p where related_id = any(${ids}::uuid[])
        union select enrolment_id from ${scope.rows('refund')} as p where enrolment_id = any(${ids}::uuid[])) as used)::float8 as paid,
      (select count(*) from ${scope.rows('enrolment')} as r join ${scope.rows('month')} as month on month.id = r.month_id
        where r.id = any(${ids}::uuid[]) and r.paid_amount > 0 and month.status = 'ended')::float8 as ended`);
  if (found && found.paid > 0) throw conflict(messages.importUsed({ count: found.paid }));
  if (found && found.ended > 0) throw conflict(messages.importMonthEnded);
}

/** Decision 56. */
export async function undoImport(scope: BranchScope, id: string): Promise<string> {
  const parsed = requireId(id);
  await lockMonthShared(scope);
  const stored = await scope.first(
    sql<ImportRow>`select ${importColumns} from ${scope.rows('import')} as r where id = ${parsed} for update`,
  );
  if (!stored) throw notFound();
  if (stored.undone_at !== null) throw conflict(messages.importUndoneBefore);
  const table = stored.target === 'student' ? 'student' : 'enrolment';
  const locked = await scope.all(sql<{ id: string }>`
    select id::text from ${scope.rows(table)} as r where import_id = ${parsed} order by r.id for update`);
  const ids = locked.map((row) => row.id);
  await assertUntouched(scope, stored, ids);
  await (table === 'student' ? assertStudentsUnused : assertEnrolmentsUnused)(scope, ids);
  // In parts, so that even for a long file no statement takes longer than a write may.
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE)
    await scope.remove(table, sql`id = any(${ids.slice(at, at + DELETED_AT_ONCE)}::uuid[])`);
  await scope.update('import', sql`id = ${parsed}`, { undone_at: scope.now });
  const target = importTargets.find((name) => name === stored.target) ?? 'student';
  const title = importTitle(target, ids.length, stored.file);
  await appendHistory(scope, {
    resource: IMPORT,
    id,
    title,
    month: undefined,
    action: 'deleted',
    before: stored,
  });
  return messages.importUndone({ title });
}
