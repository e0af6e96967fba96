import { sql } from 'kysely';
import { z } from 'zod';
import { undoMergeBody } from '#contract/student-merges.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { appendHistory, historyRecordOf } from '#server/store/history.ts';
import { badField, conflict, notFound } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import { parseBody } from '#server/store/records/body.ts';
import { requireRecord } from '#server/store/records/repository.ts';
import { studentKeys } from '#server/store/search/student-keys.ts';
import { tableOf } from '#server/store/tables.ts';
import { lockRecords, lockStudents, moveRecords } from './merge-locks.ts';
import { restoreFamily } from './merged-family.ts';

const students = tableOf('student');

const ids = z.array(z.string());
const movedRecords = z.object({
  book_payout: ids,
  enrolment: ids,
  // Merges of before there were reminders and promises name none.
  promise: ids.default([]),
  reminder: ids.default([]),
  collection: ids.default([]),
  family: z.array(z.object({ student_id: z.string(), other_id: z.string(), together: z.boolean() })),
  merges: ids,
});

/** Represents a stored merge. */
interface StoredMerge {
  readonly moved: unknown;
  readonly isUnchanged: boolean;
}

/** Columns of a student that a merge may have taken over from the other. */
const ownColumns = [...Object.keys(students.resource.fields), 'folded', 'folded_name'];

/**
 * Undoes a merge (decision 106): the student comes back with id, code and records, and the one who stayed is as before.
 * @throws {HttpError} 404 without such a merge, 409 if anything was written since
 */
export async function undoMerge(scope: BranchScope, id: string, body: unknown): Promise<object> {
  await requireRecord(scope, students, id);
  const { other: otherId } = parseBody(undoMergeBody, body);
  const [kept, gone] = [parseId(id), parseId(otherId)];
  if (kept === undefined) throw notFound();
  if (gone === undefined) throw badField('other', messages.missingRecord);
  await lockRecords(scope, kept);
  if (!(await lockStudents(scope, [kept])).has(kept)) throw notFound();
  const merge = await scope.first(sql<StoredMerge>`
    select moved, state = state_of_student(${scope.branchId}, ${kept}) as "isUnchanged"
    from ${scope.rows('student_merge')} as r where merged_id = ${gone} and student_id = ${kept} for update`);
  if (!merge) throw badField('other', messages.notMerged);
  if (!merge.isUnchanged) throw conflict(messages.mergeNotUndoable);
  const moved = movedRecords.parse(merge.moved);
  const before = await requireRecord(scope, students, id);

  const ofMerge = sql`from ${scope.rows('student_merge')} as r where merged_id = ${gone}`;
  await scope.all(sql`select bring_back_student(merged) ${ofMerge}`);
  const restored = Object.fromEntries(
    ownColumns.map((column) => [
      column,
      sql`(select (jsonb_populate_record(null::student, r.kept)).${sql.ref(column)} ${ofMerge})`,
    ]),
  );
  await scope.update('student', sql`id = ${kept}`, restored);
  await moveRecords(scope, moved, gone);
  await restoreFamily(scope, moved.family, [kept, gone]);
  await scope.remove('student_merge', sql`merged_id = ${gone}`);
  if (moved.merges.length > 0)
    await scope.update('student_merge', sql`merged_id = any(${moved.merges}::bigint[])`, {
      student_id: gone,
    });
  const after = await requireRecord(scope, students, id);
  const other = await requireRecord(scope, students, otherId);
  for (const student of [after, other])
    await scope.update('student', sql`id = ${student.id}`, studentKeys(scope.branchId, student));
  const note = messages.mergeUndone;
  await appendHistory(scope, { ...historyRecordOf(students, other), action: 'created', after: other, note });
  await appendHistory(scope, { ...historyRecordOf(students, after), action: 'changed', before, after, note });
  return { student: after, other };
}
