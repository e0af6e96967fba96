import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { isDay } from '#contract/days.ts';
import { expenseKinds, incomeKinds } from '#contract/report-sums.ts';
import { type BranchReports, goesByDay, type Report } from '#contract/reports.ts';
import { scopesOfPerson } from '#server/accounts/branches-of-person.ts';
import { closeCondition, sumCloses } from '#server/closes/close-reader.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { decimalOf } from '#server/db/decimal-text.ts';
import { mappingsOfMonths, type TableMapping } from '#server/db/tables.ts';
import { messages } from '#server/messages/store.en.ts';
import { parseBody } from '#server/records/body.ts';
import { type ListReader, tagOfParts } from '#server/records/list-reader.ts';

const day = z
  .string({ error: () => messages.dayInvalid })
  .refine(isDay, { error: () => messages.dayInvalid });

const period = z
  .object({ from: day, until: day })
  .refine(({ from, until }) => from <= until, { path: ['until'], error: () => messages.rangeInvalid });

const during = (column: string, { from, until }: z.output<typeof period>) =>
  sql`${sql.ref(column)} between ${from}::date and ${until}::date`;

/** The credit that is paid out is a refund of no kind (decision 131). */
const nameOf = ({ kind, resource }: TableMapping): RawBuilder<unknown> => {
  if (kind !== undefined) return sql`r.kind`;
  if (resource.name !== 'refund') return sql`${sql.lit(resource.name)}::text`;
  return sql`case when r.resource = 'student' then 'credit' else 'refund' end`;
};

const isOneOf = (kinds: readonly string[], name: string) => kinds.includes(name);

/** What an amount adds to the revenue of months; what is paid back is taken off (decision 131). */
const revenueOf = ({ resource }: TableMapping, amount: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (resource.name === 'refund') return sql`case when r.resource = 'student' then 0 else -${amount} end`;
  return isOneOf(incomeKinds, resource.name) ? amount : sql`0`;
};

const expensesOf = ({ resource }: TableMapping, amount: RawBuilder<unknown>): RawBuilder<unknown> =>
  isOneOf(expenseKinds, resource.name) ? amount : sql`0`;

/** Every amount of these days, with its revenue and expenses in piastres. */
const selectMoved = (scope: BranchScope, isWithin: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    mappingsOfMonths.flatMap((mapping) => {
      const { cash, fields } = mapping.resource;
      if (!cash) return [];
      const optional = (name: 'payment_method' | 'category') =>
        fields[name] ? sql`r.${sql.ref(name)}` : sql`null::text`;
      const amount = sql`r.${sql.ref(cash.field)}`;
      return sql`select ${nameOf(mapping)} as resource, ${optional('payment_method')} as payment_method, r.created_by,
          ${optional('category')} as category, r.effective_date, ${amount} as amount,
          ${revenueOf(mapping, amount)} as revenue, ${expensesOf(mapping, amount)} as expenses
        from ${scope.rows(mapping.table)} as r where ${isWithin} and ${amount} <> 0`;
    }),
    sql` union all `,
  );

interface CashRow {
  readonly resource: string;
  readonly payment_method: string | null;
  readonly recorded_by: string | null;
  readonly name: string | null;
  readonly category: string | null;
  readonly count: number;
  readonly total: string;
}

async function readCash(scope: BranchScope, isWithin: RawBuilder<unknown>): Promise<Report['cash']> {
  const rows = await scope.all(sql<CashRow>`
    select resource, payment_method, created_by::text as recorded_by, person_name(${scope.branchId}, created_by) as name,
      category, count, total
    from (
      select resource, payment_method, created_by, category, count(*)::int as count, sum(amount)::text as total
      from (${selectMoved(scope, isWithin)}) as moved group by 1, 2, 3, 4
    ) as summed order by resource, payment_method nulls last, created_by, category nulls last`);
  return rows.map((row) => ({ ...row, name: row.name ?? '', total: decimalOf(row.total) }));
}

interface StepRow {
  readonly from: string;
  readonly payment_method: string | null;
  readonly recorded_by: string | null;
  readonly revenue: string;
  readonly expenses: string;
}

async function readOverTime(
  scope: BranchScope,
  isWithin: RawBuilder<unknown>,
  byDay: boolean,
): Promise<Report['over_time']> {
  const step = byDay ? sql`effective_date` : sql`date_trunc('month', effective_date)::date`;
  const rows = await scope.all(sql<StepRow>`
    select ${step}::text as "from", payment_method, created_by::text as recorded_by,
      sum(revenue)::text as revenue, sum(expenses)::text as expenses
    from (${selectMoved(scope, isWithin)}) as moved where revenue <> 0 or expenses <> 0 group by 1, 2, 3 order by 1, 2, 3`);
  return rows.map((row) => ({
    ...row,
    revenue: decimalOf(row.revenue),
    expenses: decimalOf(row.expenses),
  }));
}

/** What is owed today, less what changed it after the last day. */
async function readDebts(scope: BranchScope, until: string): Promise<string> {
  const last = sql`${until}::date`;
  const parts = (['enrolment', 'book_payout'] as const).map((table) => {
    const rows = scope.rows(table);
    const reference = sql.ref(`later.${table}_id`);
    return sql`
      select remaining from ${rows} as r where remaining > 0 and effective_date <= ${last}
      union all
      select later.paid_amount from ${rows} as later join ${rows} as r on r.id = later.related_id
        where later.effective_date > ${last} and r.effective_date <= ${last}
      union all
      select -later.amount from ${scope.rows('refund')} as later join ${rows} as r on r.id = ${reference}
        where later.effective_date > ${last} and not later.forgive and r.effective_date <= ${last}`;
  });
  const owed = await scope.first(sql<{ total: string }>`
    select coalesce(sum(remaining), 0)::text as total from (
      ${sql.join(parts, sql` union all `)}
      union all
      select later.forgiven from ${scope.rows('withdrawal')} as later
        join ${scope.rows('enrolment')} as r on r.id = later.enrolment_id
        where later.left_on > ${last} and r.effective_date <= ${last}
      union all
      select later.forgiven from ${scope.rows('book_return')} as later
        join ${scope.rows('book_payout')} as r on r.id = later.book_payout_id
        where later.custom_date > ${last} and r.effective_date <= ${last}
    ) as owed`);
  return decimalOf(owed?.total ?? '0');
}

interface EnrolmentRow {
  readonly resource: string;
  readonly started: number;
  readonly renewed: number;
  readonly ended: number;
}

function readEnrolments(
  scope: BranchScope,
  isNew: RawBuilder<unknown>,
  hasEnded: RawBuilder<unknown>,
): Promise<EnrolmentRow[]> {
  return scope.all(sql<EnrolmentRow>`
    select r.kind as resource,
      count(*) filter (where ${isNew} and r.renews is null)::int as started,
      count(*) filter (where ${isNew} and r.renews is not null)::int as renewed,
      count(*) filter (where ${hasEnded})::int as ended
    from ${scope.rows('enrolment')} as r where r.related_id is null and (${isNew} or ${hasEnded})
    group by 1 order by 1`);
}

/** The lines of a report by kind, method, person and category, also of one method or person alone. */
export const reportLines: Pick<ListReader, 'whole'> = {
  async whole(scope, { query }) {
    const { from, until } = parseBody(period, query);
    const cash = await readCash(scope, during('r.effective_date', { from, until }));
    const isAsked = (name: 'payment_method' | 'recorded_by', line: Report['cash'][number]) =>
      !query[name] || line[name] === query[name];
    const lines = cash.filter((line) => isAsked('payment_method', line) && isAsked('recorded_by', line));
    const rows = lines.map((line) => JSON.stringify(line));
    return {
      tag: tagOfParts(...rows),
      count: rows.length,
      batches: (async function* () {
        yield { rows, last: true };
      })(),
    };
  },
};

/**
 * Each branch of the person in which they see the figures (decision 159).
 * @throws {HttpError} 400 as the report of one branch
 */
export async function readBranchReports(
  scope: BranchScope,
  query: Readonly<Record<string, unknown>>,
): Promise<BranchReports> {
  const results: BranchReports['results'] = [];
  for (const branch of await scopesOfPerson(scope)) {
    if (!branch.scope.sees('months.figures')) continue;
    const report = await readReport(branch.scope, query);
    results.push({ id: String(branch.scope.branchId), name: branch.name, report });
  }
  return { results };
}

/**
 * From the rows that lists show with the same days, so that both add up to each other (decision 136).
 * @throws {HttpError} 400 at a missing or wrong day, and where the last one is before the first
 */
export async function readReport(
  scope: BranchScope,
  query: Readonly<Record<string, unknown>>,
): Promise<Report> {
  const { from, until } = parseBody(period, query);
  const isWithin = during('r.effective_date', { from, until });
  const cash = await readCash(scope, isWithin);
  const discounts = await scope.first(sql<{ count: number; total: string }>`
    select count(*)::int as count, coalesce(sum(discount), 0)::text as total
    from ${scope.rows('enrolment')} as r where ${isWithin} and r.related_id is null and r.discount > 0`);
  const closes = await sumCloses(
    scope,
    closeCondition(scope, { created_after: from, created_before: until }),
  );
  return {
    from,
    until,
    cash,
    over_time: await readOverTime(scope, isWithin, goesByDay({ from, until })),
    debts: await readDebts(scope, until),
    discounts: { count: discounts?.count ?? 0, total: decimalOf(discounts?.total ?? '0') },
    enrolments: await readEnrolments(scope, isWithin, during('r.runs_until', { from, until })),
    drawers: {
      closes: closes.count,
      differing: closes.counts.differing,
      difference: closes.totals.difference,
    },
  };
}
