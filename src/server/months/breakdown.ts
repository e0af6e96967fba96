import { sql } from 'kysely';
import { figures } from '#contract/month.ts';
import type { MonthBreakdown } from '#contract/month-breakdown.ts';
import { CASH } from '#contract/payment-methods.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { requireId } from '#server/db/columns.ts';
import { decimalOf } from '#server/db/decimal-text.ts';
import { tables, tablesOfMonths } from '#server/db/tables.ts';
import { requireMonth } from './months.ts';

const isRevenue = (name: string) =>
  figures.some((figure) => figure.name === name && figure.group === 'revenue');

interface MethodSums {
  readonly payment_method: string;
  readonly received: string;
  readonly paid_out: string;
}

/** Live, also in ended months: their cash and its methods are final (decision 20). */
async function sumByMethod(scope: BranchScope, month: bigint): Promise<MonthBreakdown['by_method']> {
  const moved = tablesOfMonths.flatMap((table) => {
    const cash = tables.find((one) => one.table === table && one.resource.fields.payment_method)?.resource
      .cash;
    if (!cash) return [];
    const amount = sql`r.${sql.ref(cash.field)}`;
    const [received, paidOut] = isRevenue(cash.figure) ? [amount, sql`0`] : [sql`0`, amount];
    return sql`select r.payment_method, ${received} as received, ${paidOut} as paid_out
      from ${scope.rows(table)} as r where r.month_id = ${month}`;
  });
  const rows = await scope.all(sql<MethodSums>`
    select payment_method, sum(received)::text as received, sum(paid_out)::text as paid_out
    from (${sql.join(moved, sql` union all `)}) as moved
    group by 1 having sum(received) <> 0 or sum(paid_out) <> 0
    order by payment_method <> ${CASH}, 1`);
  return rows.map(({ payment_method, received, paid_out }) => ({
    payment_method,
    received: decimalOf(received),
    paid_out: decimalOf(paid_out),
  }));
}

/** @throws {HttpError} 404 */
export async function readMonthBreakdown(scope: BranchScope, id: string): Promise<MonthBreakdown> {
  await requireMonth(scope, id);
  return { by_method: await sumByMethod(scope, requireId(id)) };
}
