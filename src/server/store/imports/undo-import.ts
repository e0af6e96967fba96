import { sql } from 'kysely';
import { importTargets } from '#contract/imports.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { appendHistory } from '#server/store/history.ts';
import { conflict, notFound } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import { lockMonthShared } from '#server/store/months/month-lock.ts';
import { IMPORT, type StoredImport, wireImport } from './import-reader.ts';
import { importTitle } from './run-import.ts';

/** Rows that one statement deletes. */
const DELETED_AT_ONCE = 500;

/** Refuses if a person has changed or deleted one of its records since. @throws {HttpError} 409 */
async function assertUntouched(
  scope: BranchScope,
  stored: StoredImport,
  ids: readonly string[],
): Promise<void> {
  const touched = await scope.first(sql<{ count: number }>`
    select count(distinct record_id)::float8 as count from ${scope.rows('history')} as entry
    where resource = ${stored.target} and record_id = any(${ids}::bigint[]) and action <> 'created'`);
  const gone = Number(stored.rows) - ids.length;
  const count = gone + (touched?.count ?? 0);
  if (count > 0) throw conflict(messages.importTouched({ count }));
}

/** Refuses if anything hangs on its students. @throws {HttpError} 409 */
async function assertStudentsUnused(scope: BranchScope, ids: readonly string[]): Promise<void> {
  const used = await scope.first(sql<{ count: number }>`
    select count(distinct student_id)::float8 as count from (
      select student_id from ${scope.rows('enrolment')} as e
      union all select student_id from ${scope.rows('book_payout')} as p) as r
    where student_id = any(${ids}::bigint[])`);
  if (used && used.count > 0) throw conflict(messages.importUsed({ count: used.count }));
}

/** Refuses if an enrolment has payments, or its own payment counts in an ended month. @throws {HttpError} 409 */
async function assertEnrolmentsUnused(scope: BranchScope, ids: readonly string[]): Promise<void> {
  const found = await scope.first(sql<{ paid: number; ended: number }>`
    select (select count(distinct related_id) from ${scope.rows('enrolment')} as p
        where related_id = any(${ids}::bigint[]))::float8 as paid,
      (select count(*) from ${scope.rows('enrolment')} as r join ${scope.rows('month')} as month on month.id = r.month_id
        where r.id = any(${ids}::bigint[]) and r.paid_amount > 0 and month.status = 'ended')::float8 as ended`);
  if (found && found.paid > 0) throw conflict(messages.importUsed({ count: found.paid }));
  if (found && found.ended > 0) throw conflict(messages.importMonthEnded);
}

/**
 * Deletes all records of an import (decision 56).
 * @throws {HttpError} 404; 409 if something hangs on one of them, one was changed, or it was undone before
 */
export async function undoImport(scope: BranchScope, id: string): Promise<string> {
  const parsed = parseId(id);
  if (parsed === undefined) throw notFound();
  await lockMonthShared(scope);
  const stored = await scope.first(
    sql<StoredImport>`select * from ${scope.rows('import')} as r where id = ${parsed} for update`,
  );
  if (!stored) throw notFound();
  if (stored.undone_at !== null) throw conflict(messages.importUndoneBefore);
  const table = stored.target === 'student' ? 'student' : 'enrolment';
  // The records of a student go together, since each statement changes what is counted at its students.
  const locked = await scope.all(
    sql<{ id: string }>`with held as (
        select * from ${scope.rows(table)} as r where import_id = ${parsed} order by id for update)
      select id::text from held order by ${table === 'student' ? sql`` : sql`student_id,`} held.id`,
  );
  const ids = locked.map((row) => row.id);
  await assertUntouched(scope, stored, ids);
  await (table === 'student' ? assertStudentsUnused : assertEnrolmentsUnused)(scope, ids);
  // In parts, so that no statement takes longer than a write may, whatever the length of the file.
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE)
    await scope.remove(table, sql`id = any(${ids.slice(at, at + DELETED_AT_ONCE)}::bigint[])`);
  await scope.update('import', sql`id = ${parsed}`, { undone_at: scope.now });
  const target = importTargets.find((name) => name === stored.target) ?? 'student';
  const title = importTitle(target, ids.length, stored.file_name);
  await appendHistory(scope, {
    resource: IMPORT,
    id,
    title,
    month: undefined,
    action: 'deleted',
    before: wireImport(stored),
  });
  return messages.importUndone({ title });
}
