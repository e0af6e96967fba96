import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { isDay } from '#contract/days.ts';
import { type BranchReports, goesByDay, type Report } from '#contract/reports.ts';
import { scopesOfPerson } from '#server/accounts/branches-of-person.ts';
import { closeCondition, sumCloses } from '#server/closes/close-reader.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { decimal } from '#server/db/columns.ts';
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

/** Every record of income, spending or credit on these days, with what it moved; piastres. */
const selectMoved = (scope: BranchScope, isWithin: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select case type when 'refund' then type when 'credit_refund' then 'refund' when 'credit_payout' then 'credit' else resource end as resource,
    payment_method, recorded_by, category, sum(amount) as amount
  from ${scope.rows('movement')} as r where ${isWithin} and (revenue <> 0 or spent <> 0 or credit <> 0)
  group by source, record_id, effective_date, 1, 2, 3, 4 having sum(amount) <> 0`;

const readCash = (scope: BranchScope, isWithin: RawBuilder<unknown>) =>
  scope.all(sql<Report['cash'][number]>`
    select resource, payment_method, recorded_by::text, coalesce(person_name(${scope.branchId}, recorded_by), '') as name,
      category, count, total
    from (
      select resource, payment_method, recorded_by, category, count(*)::int as count, ${decimal(sql`sum(amount)`)} as total
      from (${selectMoved(scope, isWithin)}) as moved group by 1, 2, 3, 4
    ) as summed order by resource, payment_method nulls last, summed.recorded_by, category nulls last`);

function readOverTime(scope: BranchScope, isWithin: RawBuilder<unknown>, byDay: boolean) {
  const step = byDay ? sql`effective_date` : sql`date_trunc('month', effective_date)::date`;
  return scope.all(sql<Report['over_time'][number]>`
    select "from"::text, payment_method, recorded_by::text, ${decimal(sql`revenue`)} as revenue, ${decimal(sql`expenses`)} as expenses
    from (
      select ${step} as "from", payment_method, recorded_by, sum(revenue) as revenue, sum(spent) as expenses
      from ${scope.rows('movement')} as r where ${isWithin} and (revenue <> 0 or spent <> 0) group by 1, 2, 3
    ) as summed where revenue <> 0 or expenses <> 0 order by 1, 2, 3`);
}

/** What is owed now; and of each payable that changed after the last day, from zero up, what was owed then instead. */
async function readDebts(scope: BranchScope, until: string): Promise<string> {
  const of = (table: 'enrolment' | 'book_payout') =>
    sql`left join ${scope.rows(table)} as ${sql.ref(table)} on ${sql.ref(table)}.id = later.id
      and (later.resource = 'book-payout') = ${table === 'book_payout'}`;
  const { total } = await scope.one(sql<{ total: string }>`
    with later as materialized (
      select payable as id, resource, sum(owed) as owed from ${scope.rows('movement')} as r
      where effective_date > ${until}::date and payable is not null group by 1, 2
    ), changed as (
      select coalesce(enrolment.remaining, book_payout.remaining, 0) as remaining, later.owed
      from later ${of('enrolment')} ${of('book_payout')}
    )
    select ${decimal(sql`coalesce((select sum(remaining) from ${scope.rows('debt')} as now), 0)
      + coalesce(sum(greatest(0, remaining - owed) - remaining), 0)`)} as total from changed`);
  return total;
}

const readEnrolments = (scope: BranchScope, isNew: RawBuilder<unknown>, hasEnded: RawBuilder<unknown>) =>
  scope.all(sql<Report['enrolments'][number]>`
    select r.kind as resource,
      count(*) filter (where ${isNew} and r.renews is null)::int as started,
      count(*) filter (where ${isNew} and r.renews is not null)::int as renewed,
      count(*) filter (where ${hasEnded})::int as ended
    from ${scope.rows('enrolment')} as r where r.related_id is null and (${isNew} or ${hasEnded})
    group by 1 order by 1`);

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

/** Each branch of the person in which they see the figures (decision 159). */
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

/** From the rows that lists show with the same days, so that both add up to each other (decision 136). */
export async function readReport(
  scope: BranchScope,
  query: Readonly<Record<string, unknown>>,
): Promise<Report> {
  const { from, until } = parseBody(period, query);
  const isWithin = during('r.effective_date', { from, until });
  const cash = await readCash(scope, isWithin);
  const discounts = await scope.one(sql<{ count: number; total: string }>`
    select count(*)::int as count, ${decimal(sql`coalesce(sum(amount), 0)`)} as total
    from (
      select sum(amount) as amount from ${scope.rows('movement')} as r where ${isWithin} and type = 'discount'
      group by payable having sum(amount) <> 0
    ) as given`);
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
    discounts,
    enrolments: await readEnrolments(scope, isWithin, during('r.runs_until', { from, until })),
    drawers: {
      closes: closes.count,
      differing: closes.counts.differing,
      difference: closes.totals.difference,
    },
  };
}
