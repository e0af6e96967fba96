import { type RawBuilder, sql } from 'kysely';
import type { MonthBreakdown } from '#contract/month.ts';
import { CASH } from '#contract/payment-methods.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { decimal, requireId } from '#server/db/columns.ts';
import { requireMonth } from './months.ts';

/** Live, also in ended months: their cash and its methods are final (decision 20). */
const sumByMethod = (scope: BranchScope, month: bigint) =>
  scope.all(sql<MonthBreakdown['by_method'][number]>`
    select payment_method, ${decimal(sql`sum(received)`)} as received, ${decimal(sql`sum(paid_out)`)} as paid_out
    from (
      select r.payment_method, case when r.type in ('payment', 'credit_payment') then r.amount else 0 end as received,
        case when r.type in ('payment', 'credit_payment') then 0 else r.amount end as paid_out
      from ${scope.rows('movement')} as r where r.month_id = ${month} and r.payment_method is not null) as moved
    group by 1 having sum(received) <> 0 or sum(paid_out) <> 0
    order by payment_method <> ${CASH}, 1`);

/** Decision 131. */
function sumCredit(scope: BranchScope, month: bigint): Promise<MonthBreakdown['credit']> {
  const of = (type: string) => decimal(sql`coalesce(sum(amount) filter (where type = ${type}), 0)`);
  return scope.first(sql<NonNullable<MonthBreakdown['credit']>>`
    select ${of('credit_refund')} as given, ${of('credit_payment')} as used, ${of('credit_payout')} as paid_out,
      (select ${decimal(sql`coalesce(sum(credit), 0)`)} from ${scope.rows('student')} as s) as balance
    from ${scope.rows('movement')} as r where r.month_id = ${month} and credit <> 0`);
}

interface Sums {
  readonly count: number;
  readonly total: string;
}

/** Most first. Live, also in ended months: a discount is no cash. */
const sumDiscounts = (scope: BranchScope, month: bigint, name: RawBuilder<unknown>) =>
  scope.all(sql<Sums & { readonly name: string }>`
    select ${name} as name, count(*)::int as count, ${decimal(sql`sum(given.amount)`)} as total
    from (select payable, sum(amount) as amount from ${scope.rows('movement')} as moved
        where month_id = ${month} and type = 'discount' group by 1 having sum(amount) <> 0) as given
      join ${scope.rows('enrolment')} as r on r.id = given.payable
    group by 1 order by sum(given.amount) desc, 1`);

const sumExpenses = (scope: BranchScope, month: bigint) =>
  scope.all(sql<Sums & { readonly category: string | null }>`
    select category, count(*)::int as count, ${decimal(sql`sum(amount)`)} as total
    from (select record_id, category, sum(amount) as amount from ${scope.rows('movement')} as moved
        where month_id = ${month} and type = 'expense' group by 1, 2 having sum(amount) <> 0) as spent
    group by 1 order by category is null, sum(amount) desc, 1`);

export async function readMonthBreakdown(scope: BranchScope, id: string): Promise<MonthBreakdown> {
  await requireMonth(scope, id);
  const month = requireId(id);
  const byReason = await sumDiscounts(scope, month, sql`r.discount_reason`);
  const byPerson = await sumDiscounts(scope, month, sql`person_name(r.branch_id, r.created_by)`);
  return {
    by_method: await sumByMethod(scope, month),
    credit: await sumCredit(scope, month),
    discounts_by_reason: byReason.map(({ name, ...sums }) => ({ discount_reason: name, ...sums })),
    discounts_by_person: byPerson,
    expenses_by_category: await sumExpenses(scope, month),
  };
}
