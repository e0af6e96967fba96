import { type RawBuilder, sql } from 'kysely';
import { formatDecimal, sum } from '#contract/money.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';

/** Represents a part of a plan with its enrolment; money in piastres. */
interface StoredPart {
  readonly id: bigint;
  readonly kind: string;
  readonly enrolment: bigint;
  /** What is to be planned. */
  readonly left: bigint;
  readonly due_day: string;
  readonly amount: bigint;
  readonly covered: bigint;
}

/** Joins the enrolments `e` with the parts `part` of their plans. */
const partsOfPlans = (scope: BranchScope): RawBuilder<unknown> => sql`
  ${scope.rows('enrolment')} as e join ${scope.rows('plan')} as plan on plan.enrolment = e.id
  cross join lateral plan_parts(plan.parts, e.installments_paid) as part`;

/** Reads the plans of a student with what later payments cover of each part (decision 108). */
export async function readPlans(scope: BranchScope, student: bigint): Promise<object[]> {
  const parts = await scope.all(sql<StoredPart>`
    select plan.id, e.kind, e.id as enrolment, e.price - e.paid_amount as left, part.due_day, part.amount, part.covered
    from ${partsOfPlans(scope)} where plan.student_id = ${student} order by plan.id, part.due_day`);
  const plans = [...new Set(parts.map(({ id }) => id))];
  return plans.map((plan) => {
    const own = parts.filter(({ id }) => id === plan);
    const [first] = own;
    return {
      id: String(plan),
      resource: first?.kind,
      enrolment: String(first?.enrolment),
      parts: own.map(({ due_day, amount, covered }) => ({
        due_day,
        amount: formatDecimal(amount),
        paid: formatDecimal(covered),
      })),
      over: formatDecimal(sum(own.map(({ amount }) => amount)) - (first?.left ?? 0n)),
    };
  });
}

/** Selects the next uncovered part of a student's plans: its day, and what is left of its amount in piastres. */
export const selectNextDue = (scope: BranchScope, student: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select part.due_day as day, part.amount - part.covered as amount from ${partsOfPlans(scope)}
  where plan.student_id = ${student} and e.remaining > 0 and part.covered < part.amount
  order by part.due_day limit 1`;

/** Reads the next uncovered part of the plans of these enrolments, by their ids. */
export async function nextDueOf(
  scope: BranchScope,
  enrolments: readonly string[],
): Promise<ReadonlyMap<string, { readonly day: string; readonly amount: string }>> {
  if (enrolments.length === 0) return new Map();
  const rows = await scope.all(sql<{ id: bigint; day: string; amount: bigint }>`
    select distinct on (e.id) e.id, part.due_day as day, part.amount - part.covered as amount
    from ${partsOfPlans(scope)}
    where e.id = any(${enrolments}::bigint[]) and part.covered < part.amount order by e.id, part.due_day`);
  return new Map(rows.map(({ id, day, amount }) => [String(id), { day, amount: formatDecimal(amount) }]));
}
