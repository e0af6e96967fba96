import { sql } from 'kysely';
import { displayDay } from '#contract/days.ts';
import { type Draft, nameOf } from '#contract/define-resource.ts';
import { hasLeft } from '#contract/rules/term.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseRecordId } from '#server/db/columns.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { resolveStudentId } from '#server/merges/merges.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict } from '#server/platform/http-error.ts';
import { isOfKind } from '#server/records/record-columns.ts';

interface Renewed {
  readonly student_id: string;
  readonly name: string;
  readonly left_on: string | null;
  readonly withdrawn: boolean;
  readonly renewal: string | null;
}

/** Locks the enrolment, so that of two desks one renews it and the other is told so. */
async function lockRenewed(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
): Promise<Renewed | undefined> {
  const isThere = await scope.first(sql`select id from ${scope.rows('enrolment')} as r
    where id = ${id} and related_id is null and ${isOfKind(mapping)} for no key update`);
  if (!isThere) return undefined;
  return scope.first(sql<Renewed>`
    select r.student_id, student.name, student.left_on::text, r.left_on is not null as withdrawn, next.receipt_number as renewal
    from ${scope.rows('enrolment')} as r join ${scope.rows('student')} as student on student.id = r.student_id
      left join ${scope.rows('enrolment')} as next on next.renews = r.id
    where r.id = ${id}`);
}

/** Of an enrolment that goes on from another (decision 133). */
export async function assertRenewable(
  scope: BranchScope,
  mapping: TableMapping,
  { renews, student }: Draft,
): Promise<void> {
  if (renews === undefined || renews === null) return;
  const id = parseRecordId(String(renews));
  const last = id === undefined ? undefined : await lockRenewed(scope, mapping, id);
  if (!last) throw badField('renews', messages.missingRecord);
  const { name, left_on, renewal, withdrawn } = last;
  const { title } = nameOf(mapping.resource, { student_data: { name } });
  if (renewal !== null) throw conflict(sentences.alreadyRenewed({ name: title, receipt: renewal }));
  if (left_on !== null && hasLeft({ left_on }, scope.today))
    throw conflict(sentences.renewsOfStudentWhoLeft({ name, day: displayDay(left_on) }));
  if (withdrawn) throw conflict(messages.hasLeft);
  const chosen = parseRecordId(String(student));
  if (chosen === undefined || (await resolveStudentId(scope, chosen)) !== last.student_id)
    throw badField('student', sentences.renewsOtherStudent);
}
