import { type RawBuilder, sql } from 'kysely';
import { formatDecimal } from '#contract/money.ts';
import type { MonthBreakdown } from '#contract/month-breakdown.ts';
import { CASH } from '#contract/payment-methods.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { requireId } from '#server/db/columns.ts';
import { requireMonth } from './months.ts';

interface MethodSums {
  readonly payment_method: string;
  readonly received: string;
  readonly paid_out: string;
}

/** Live, also in ended months: their cash and its methods are final (decision 20). */
async function sumByMethod(scope: BranchScope, month: bigint): Promise<MonthBreakdown['by_method']> {
  const rows = await scope.all(sql<MethodSums>`
    select payment_method, sum(received)::text as received, sum(paid_out)::text as paid_out
    from (
      select r.payment_method, case when r.type in ('payment', 'credit_payment') then r.amount else 0 end as received,
        case when r.type in ('payment', 'credit_payment') then 0 else r.amount end as paid_out
      from ${scope.rows('movement')} as r where r.month_id = ${month} and r.payment_method is not null) as moved
    group by 1 having sum(received) <> 0 or sum(paid_out) <> 0
    order by payment_method <> ${CASH}, 1`);
  return rows.map(({ payment_method, received, paid_out }) => ({
    payment_method,
    received: formatDecimal(BigInt(received)),
    paid_out: formatDecimal(BigInt(paid_out)),
  }));
}

interface CreditSums {
  readonly given: string;
  readonly used: string;
  readonly paid_out: string;
  readonly balance: string;
}

/** Decision 131. */
async function sumCredit(scope: BranchScope, month: bigint): Promise<MonthBreakdown['credit']> {
  const of = (type: string) => sql`coalesce(sum(amount) filter (where type = ${type}), 0)::text`;
  const sums = await scope.first(sql<CreditSums>`
    select ${of('credit_refund')} as given, ${of('credit_payment')} as used, ${of('credit_payout')} as paid_out,
      (select coalesce(sum(credit), 0)::text from ${scope.rows('student')} as s) as balance
    from ${scope.rows('movement')} as r where r.month_id = ${month} and credit <> 0`);
  return (
    sums && {
      given: formatDecimal(BigInt(sums.given)),
      used: formatDecimal(BigInt(sums.used)),
      paid_out: formatDecimal(BigInt(sums.paid_out)),
      balance: formatDecimal(BigInt(sums.balance)),
    }
  );
}

interface DiscountSums {
  readonly name: string;
  readonly count: number;
  readonly total: string;
}

/** Most first. Live, also in ended months: a discount is no cash. */
async function sumDiscounts(
  scope: BranchScope,
  month: bigint,
  name: RawBuilder<unknown>,
): Promise<readonly DiscountSums[]> {
  const rows = await scope.all(sql<DiscountSums>`
    select ${name} as name, count(*)::int as count, sum(given.amount)::text as total
    from (select payable, sum(amount) as amount from ${scope.rows('movement')} as moved
        where month_id = ${month} and type = 'discount' group by 1 having sum(amount) <> 0) as given
      join ${scope.rows('enrolment')} as r on r.id = given.payable
    group by 1 order by sum(given.amount) desc, 1`);
  return rows.map((row) => ({ ...row, total: formatDecimal(BigInt(row.total)) }));
}

interface CategorySums {
  readonly category: string | null;
  readonly count: number;
  readonly total: string;
}

/** Most first; those without a category last. */
async function sumExpenses(scope: BranchScope, month: bigint): Promise<readonly CategorySums[]> {
  const rows = await scope.all(sql<CategorySums>`
    select category, count(*)::int as count, sum(amount)::text as total
    from (select record_id, category, sum(amount) as amount from ${scope.rows('movement')} as moved
        where month_id = ${month} and type = 'expense' group by 1, 2 having sum(amount) <> 0) as spent
    group by 1 order by category is null, sum(amount) desc, 1`);
  return rows.map((row) => ({ ...row, total: formatDecimal(BigInt(row.total)) }));
}

/** @throws {HttpError} 404 */
export async function readMonthBreakdown(scope: BranchScope, id: string): Promise<MonthBreakdown> {
  await requireMonth(scope, id);
  const month = requireId(id);
  const byReason = await sumDiscounts(scope, month, sql`r.discount_reason`);
  const byPerson = await sumDiscounts(scope, month, sql`person_name(r.branch_id, r.created_by)`);
  return {
    by_method: await sumByMethod(scope, month),
    credit: await sumCredit(scope, month),
    discounts_by_reason: byReason.map(({ name, ...sums }) => ({ discount_reason: name, ...sums })),
    discounts_by_person: [...byPerson],
    expenses_by_category: [...(await sumExpenses(scope, month))],
  };
}
