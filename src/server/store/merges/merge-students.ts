import { sql } from 'kysely';
import type { Draft } from '#contract/define-resource.ts';
import { mergeBody } from '#contract/student-merges.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId, toColumns } from '#server/store/columns.ts';
import { appendHistory, historyRecordOf } from '#server/store/history.ts';
import { badField, notFound } from '#server/store/http-error.ts';
import { nameColumns, searchColumns } from '#server/store/lists/search-text.ts';
import { messages } from '#server/store/messages.ts';
import { parseBody } from '#server/store/records/body.ts';
import { requireRecord } from '#server/store/records/repository.ts';
import { assertVersion } from '#server/store/records/write-guards.ts';
import { studentKeys } from '#server/store/search/student-keys.ts';
import { tableOf } from '#server/store/tables.ts';
import { lockRecords, lockStudents, moveRecords, recordsOf } from './merge-locks.ts';
import { familyPairsOf, moveFamily } from './merged-family.ts';

const students = tableOf('student');

const versionOf = (version: number | undefined) => (version === undefined ? undefined : new Set([version]));

/** Returns what names a student in a note of the history. */
const nameAndCode = (other: Draft) => ({
  name: String(other.name),
  code: String(other.code),
});

/**
 * Merges another student into this one (decision 106): all records move, the named fields are taken over, and the other is gone. Figures
 * do not change, of ended months neither, since no amount and no month does. The locks are those of the records, then of both students.
 * @throws {HttpError} 404 without the student, 400 at `other`, 412 if one of them changed since they were compared
 */
export async function mergeStudents(scope: BranchScope, id: string, body: unknown): Promise<object> {
  await requireRecord(scope, students, id);
  const { other: otherId, take, version, other_version } = parseBody(mergeBody, body);
  const [kept, gone] = [parseId(id), parseId(otherId)];
  if (kept === undefined) throw notFound();
  if (gone === undefined) throw badField('other', messages.missingRecord);
  if (kept === gone) throw badField('other', messages.mergeOfOne);
  await lockRecords(scope, gone);
  const locked = await lockStudents(scope, [kept, gone]);
  const [keptRow, goneRow] = [locked.get(kept), locked.get(gone)];
  if (!keptRow) throw notFound();
  if (!goneRow) throw badField('other', messages.missingRecord);
  const before = await requireRecord(scope, students, id);
  const other = await requireRecord(scope, students, otherId);
  assertVersion(before, versionOf(version));
  assertVersion(other, versionOf(other_version));

  const moved = { ...(await recordsOf(scope, gone)), family: await familyPairsOf(scope, [kept, gone]) };
  const chained = await scope.all(
    sql<{
      merged_id: bigint;
    }>`select merged_id from ${scope.rows('student_merge')} as r where student_id = ${gone}`,
  );
  const merges = chained.map(({ merged_id }) => String(merged_id));
  const ofGone = (table: 'enrolment' | 'book_payout') =>
    sql`(select count(*)::int from ${scope.rows(table)} as r where student_id = ${gone})`;
  const counted = await scope.first(
    sql<{ records: number }>`select ${ofGone('enrolment')} + ${ofGone('book_payout')} as records`,
  );
  const stored = await scope.first(sql<{ kept: object; merged: object }>`
    select (select to_jsonb(r) from ${scope.rows('student')} as r where id = ${kept})::text as kept,
      (select to_jsonb(r) from ${scope.rows('student')} as r where id = ${gone})::text as merged`);

  await moveRecords(scope, moved, kept);
  await moveFamily(scope, moved.family, { from: gone, to: kept });
  if (merges.length > 0) await scope.update('student_merge', sql`student_id = ${gone}`, { student_id: kept });
  await scope.remove('student', sql`id = ${gone}`);
  const taken = Object.fromEntries(take.map((name) => [name, other[name] ?? '']));
  const result = { ...before, ...taken };
  if (take.length > 0)
    await scope.update('student', sql`id = ${kept}`, {
      ...toColumns(students.resource.fields, taken),
      ...searchColumns(students.resource, result),
      ...nameColumns(result),
      ...studentKeys(scope.branchId, result),
    });
  const after = await requireRecord(scope, students, id);
  await scope.insert(
    'student_merge',
    {
      merged_id: gone,
      student_id: kept,
      ...stored,
      moved: JSON.stringify({ ...moved, merges }),
      state: sql`state_of_student(${scope.branchId}, ${kept})`,
      merged_at: scope.now,
      merged_by: scope.userId,
    },
    sql``,
  );
  await appendHistory(scope, {
    ...historyRecordOf(students, other),
    action: 'deleted',
    before: other,
    note: messages.mergedInto(nameAndCode(after)),
  });
  await appendHistory(scope, {
    ...historyRecordOf(students, after),
    action: 'changed',
    before,
    after,
    note: messages.mergedWith(nameAndCode(other)),
  });
  return { student: after, merged: { id: other.id, ...nameAndCode(other) }, moved: counted?.records ?? 0 };
}
