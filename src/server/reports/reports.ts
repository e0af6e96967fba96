import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { isDay } from '#contract/days.ts';
import type { Report } from '#contract/reports.ts';
import { closeCondition, sumCloses } from '#server/closes/close-reader.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { decimalOf } from '#server/db/decimal-text.ts';
import { mappingsOfMonths, type TableMapping } from '#server/db/tables.ts';
import { messages } from '#server/messages/store.en.ts';
import { parseBody } from '#server/records/body.ts';

const day = z
  .string({ error: () => messages.dayInvalid })
  .refine(isDay, { error: () => messages.dayInvalid });

const period = z
  .object({ from: day, until: day })
  .refine(({ from, until }) => from <= until, { path: ['until'], error: () => messages.rangeInvalid });

/** The credit that is paid out is a refund of no kind (decision 131). */
const nameOf = ({ kind, resource }: TableMapping): RawBuilder<unknown> => {
  if (kind !== undefined) return sql`r.kind`;
  if (resource.name !== 'refund') return sql`${sql.lit(resource.name)}::text`;
  return sql`case when r.resource = 'student' then 'credit' else 'refund' end`;
};

interface CashRow {
  readonly resource: string;
  readonly payment_method: string | null;
  readonly recorded_by: string | null;
  readonly name: string | null;
  readonly count: number;
  readonly total: string;
}

/** By kind, method and person. */
async function readCash(scope: BranchScope, isWithin: RawBuilder<unknown>): Promise<Report['cash']> {
  const moved = mappingsOfMonths.flatMap((mapping) => {
    const { cash, fields } = mapping.resource;
    if (!cash) return [];
    const method = fields.payment_method ? sql`r.payment_method` : sql`null::text`;
    const amount = sql`r.${sql.ref(cash.field)}`;
    return sql`select ${nameOf(mapping)} as resource, ${method} as payment_method, r.created_by, ${amount} as amount
      from ${scope.rows(mapping.table)} as r where ${isWithin} and ${amount} <> 0`;
  });
  const rows = await scope.all(sql<CashRow>`
    select resource, payment_method, created_by::text as recorded_by, person_name(${scope.branchId}, created_by) as name, count, total
    from (
      select resource, payment_method, created_by, count(*)::int as count, sum(amount)::text as total
      from (${sql.join(moved, sql` union all `)}) as moved group by 1, 2, 3
    ) as summed order by resource, payment_method nulls last, created_by`);
  return rows.map((row) => ({ ...row, name: row.name ?? '', total: decimalOf(row.total) }));
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

interface CategoryRow {
  readonly category: string | null;
  readonly count: number;
  readonly total: string;
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
  const during = (column: string) => sql`${sql.ref(column)} between ${from}::date and ${until}::date`;
  const isWithin = during('r.effective_date');
  const cash = await readCash(scope, isWithin);
  const categories = await scope.all(sql<CategoryRow>`
    select category, count(*)::int as count, sum(amount)::text as total
    from ${scope.rows('expense')} as r where ${isWithin}
    group by 1 order by category is null, sum(amount) desc, 1`);
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
    expenses_by_category: categories.map((row) => ({ ...row, total: decimalOf(row.total) })),
    discounts: { count: discounts?.count ?? 0, total: decimalOf(discounts?.total ?? '0') },
    enrolments: await readEnrolments(scope, isWithin, during('r.runs_until')),
    drawers: {
      closes: closes.count,
      differing: closes.counts.differing,
      difference: closes.totals.difference,
    },
  };
}
