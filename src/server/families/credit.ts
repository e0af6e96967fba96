import { sql } from 'kysely';
import { type Piastres, sum } from '#contract/money.ts';
import { creditProblem } from '#contract/rules/refund.ts';
import { spread } from '#contract/rules/spread.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { recordUsedCredit } from '#server/ledger/ledger.ts';
import { badField, HttpError } from '#server/platform/http-error.ts';
import { familyOf, readStudent } from './families.ts';

/** A payment by credit takes more than there is; 400 at `payment_method`. */
export class NotEnoughCredit extends HttpError {
  readonly sentence: string;

  constructor(sentence: string) {
    super(400, badField('payment_method', sentence).body);
    this.sentence = sentence;
  }
}

interface StudentCredit {
  readonly id: string;
  readonly credit: Piastres;
}

/** In the order of their ids, until the transaction ends. */
export function lockCredit(scope: BranchScope, students: readonly string[]): Promise<StudentCredit[]> {
  return scope.all(sql<StudentCredit>`
    select id, credit from ${scope.rows('student')} as r
    where id = any(${students}::uuid[]) order by id for no key update`);
}

/** The student first. */
async function familyIds(scope: BranchScope, student: string): Promise<string[]> {
  const self = await readStudent(scope, student);
  return self ? (await familyOf(scope, self)).map(({ id }) => id) : [student];
}

/**
 * Of the families of these students together; it stays until the transaction ends.
 * @throws {NotEnoughCredit}
 */
export async function assertCredit(
  scope: BranchScope,
  students: readonly string[],
  amount: Piastres,
): Promise<void> {
  const all = new Set(students);
  for (const student of new Set(students)) for (const id of await familyIds(scope, student)) all.add(id);
  const credits = await lockCredit(scope, [...all]);
  const problem = creditProblem(amount, sum(credits.map(({ credit }) => credit)));
  if (problem !== undefined) throw new NotEnoughCredit(problem);
}

interface PaidByCredit {
  readonly student: string;
  readonly amount: Piastres;
  readonly source: 'enrolment' | 'book_payout';
  readonly record: string;
}

/**
 * Takes a payment from the student's own credit first, then from the family's (decision 131). Anybody types families and numbers, so a sibling's
 * credit needs a manager.
 * @throws {NotEnoughCredit}
 * @throws {HttpError} 403
 */
export async function takeCredit(
  scope: BranchScope,
  { student, amount, source, record }: PaidByCredit,
): Promise<void> {
  const family = await familyIds(scope, student);
  const locked = new Map((await lockCredit(scope, family)).map(({ id, credit }) => [id, credit]));
  const credits = family.map((id) => locked.get(id) ?? 0n);
  const problem = creditProblem(amount, sum(credits));
  if (problem !== undefined) throw new NotEnoughCredit(problem);
  const { parts } = spread(amount, credits);
  const used = family.flatMap((id, place) => {
    const part = parts[place] ?? 0n;
    return part === 0n ? [] : [{ student: String(id), amount: part }];
  });
  await recordUsedCredit(scope, source, record, used);
}
