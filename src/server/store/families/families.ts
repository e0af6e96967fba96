import { sql } from 'kysely';
import { familyPairBody } from '#contract/families.ts';
import { formatDecimal, parsePiastres, sum } from '#contract/money.ts';
import { FAMILY } from '#contract/resource-names.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { appendHistory } from '#server/store/history.ts';
import { badField, badFields, notFound } from '#server/store/http-error.ts';
import { resolveStudentId } from '#server/store/merges/merge-reader.ts';
import { messages } from '#server/store/messages.ts';
import { parseBody } from '#server/store/records/body.ts';
import { debtsOf } from './family-debts.ts';
import { type FamilyStudent, familyOf, readStudent } from './family-members.ts';

async function studentOf(scope: BranchScope, id: string): Promise<FamilyStudent | undefined> {
  const parsed = parseId(id);
  return parsed === undefined ? undefined : readStudent(scope, await resolveStudentId(scope, parsed));
}

/**
 * Reads the family of a student with every open debt (decision 53).
 * @throws {HttpError} 400 without a student, 404 for one that the branch does not have
 */
export async function readFamily(scope: BranchScope, student: unknown): Promise<object> {
  if (typeof student !== 'string' || student === '') throw badField('student', messages.valueMissing);
  const self = await studentOf(scope, student);
  if (!self) throw notFound();
  const members = await familyOf(scope, self);
  const debts = await debtsOf(
    scope,
    members.map(({ id }) => id),
  );
  return {
    students: members.map((member) => ({ ...member, id: String(member.id) })),
    debts,
    remaining: formatDecimal(sum(debts.map(({ remaining }) => parsePiastres(remaining)))),
  };
}

/**
 * Stores that two students are of one family, or that they are not, whatever their phones say (decision 53).
 * @throws {HttpError} 400 at a student that does not exist, or twice the same
 */
export async function pairStudents(scope: BranchScope, body: unknown): Promise<object> {
  const pair = parseBody(familyPairBody, body);
  const [one, two] = [await studentOf(scope, pair.student), await studentOf(scope, pair.other)];
  if (!one || !two) {
    const missing = [...(one ? [] : ['student']), ...(two ? [] : ['other'])];
    throw badFields(missing.map((field) => ({ field, message: messages.missingRecord })));
  }
  if (one.id === two.id) throw badField('other', messages.familyOfOne);
  const [older, younger] = one.id < two.id ? [one, two] : [two, one];
  const { together } = pair;
  await scope.insert(
    'family_pair',
    { student_id: older.id, other_id: younger.id, together },
    sql`on conflict (branch_id, student_id, other_id) do update set together = excluded.together`,
  );
  const answer = { student: String(one.id), other: String(two.id), together };
  await appendHistory(scope, {
    resource: FAMILY,
    id: String(older.id),
    title: messages.familyTitle({ one: older.name, other: younger.name }),
    month: null,
    action: 'changed',
    after: answer,
  });
  return answer;
}
