import { type RawBuilder, sql } from 'kysely';
import { formatDecimal, type Piastres, parsePiastres, sum } from '#contract/money.ts';
import { type FigureChange, type FigureName, figures } from '#contract/month.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { mappingsOfMonths, type TableMapping, tableOf } from '#server/db/tables.ts';

const ZERO = formatDecimal(0n);

export type SumsJson = readonly (readonly [
  resource: ResourceName,
  isInstallment: boolean,
  rows: number,
  paid: string,
  debt: string,
])[];

function rowsOfTable(
  scope: BranchScope,
  { table, kind, resource }: TableMapping,
  isOfMonth: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const name = kind === undefined ? sql`${sql.lit(resource.name)}::text` : sql`r.kind`;
  const isInstallment = resource.installment ? sql`r.related_id is not null` : sql`false`;
  const debt = resource.installment ? sql`coalesce(sum(r.remaining), 0)` : sql`0`;
  return sql`select ${name} as resource, ${isInstallment} as is_installment, count(*) as rows, 0 as paid, ${debt} as debt
    from ${scope.rows(table)} as r where ${isOfMonth} group by 1, 2`;
}

/** Revenue of each kind less what was paid back of it, what was paid back of all, and what was spent. */
const paidByKind = (scope: BranchScope, isOfMonth: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.resource, false as is_installment, 0 as rows, sum(r.revenue + r.spent) as paid, 0 as debt
    from ${scope.rows('movement')} as r where ${isOfMonth} and (r.revenue <> 0 or r.spent <> 0) group by 1
  union all select 'refund', false, 0, -sum(r.revenue), 0
    from ${scope.rows('movement')} as r where ${isOfMonth} and r.type in ('refund', 'credit_refund') having sum(r.revenue) <> 0`;

/** A scalar subquery; without `isAsked` for row `month`, without counts, and without the cash that the month stores. */
export function selectSums(scope: BranchScope, isAsked?: RawBuilder<unknown>): RawBuilder<SumsJson> {
  const isOfMonth = isAsked ?? sql`r.month_id = month.id`;
  const counted = mappingsOfMonths.filter(({ resource }) => isAsked || resource.installment);
  const summed = sql.join(
    [
      ...counted.map((mapping) => rowsOfTable(scope, mapping, isOfMonth)),
      paidByKind(scope, isAsked ?? sql`${isOfMonth} and month.figures is null`),
    ],
    sql` union all `,
  );
  return sql`(select coalesce(json_agg(json_build_array(resource, is_installment, rows, paid::text, debt::text)), '[]')
    from (
      select resource, is_installment, sum(rows)::bigint as rows, sum(paid) as paid, sum(debt) as debt
      from (${summed}) as part where resource <> 'student' group by 1, 2) as summed)`;
}

export function sumsOf(json: SumsJson) {
  return json.map(([resource, isInstallment, rows, paid, debt]) => ({
    resource,
    isInstallment,
    rows,
    paid: BigInt(paid),
    debt: BigInt(debt),
  }));
}

export type MonthSums = ReturnType<typeof sumsOf>[number];

/** Null stands for the records without a month. */
export async function readSums(scope: BranchScope, monthId: bigint | null): Promise<MonthSums[]> {
  const isOfMonth = monthId === null ? sql`r.month_id is null` : sql`r.month_id = ${monthId}`;
  const { sums } = await scope.one(sql<{ sums: SumsJson }>`select ${selectSums(scope, isOfMonth)} as sums`);
  return sumsOf(sums);
}

export type IncomeJson = readonly (readonly [day: string, paid: string])[];

/** A scalar subquery for row `month`, by effective date (decision 8), oldest first; its sum is the month's revenue. */
export function incomeOfMonth(scope: BranchScope): RawBuilder<IncomeJson> {
  return sql`(select coalesce(json_agg(json_build_array(day::text, paid::text) order by day), '[]')
    from (select r.effective_date as day, sum(r.revenue) as paid from ${scope.rows('movement')} as r
      where r.month_id = month.id group by 1 having sum(r.revenue) <> 0) as summed)`;
}

export function incomeByDay(json: IncomeJson) {
  return json.map(([day, paid]) => ({ day, income: formatDecimal(BigInt(paid)) }));
}

const figuresInGroup = (group: 'expenses' | 'revenue') =>
  figures.filter((figure) => figure.group === group && !('total' in figure)).map(({ name }) => name);
const expenses = figuresInGroup('expenses');
const revenues = figuresInGroup('revenue');
const debts = figures.filter(({ group }) => group === 'debts').map(({ name }) => name);

/** Decimal text, including the optional figures. */
export type AllFigures = Readonly<Record<FigureName, string>>;

type Amounts = Readonly<Partial<Record<FigureName, Piastres>>>;

/** Decimal text (decision 21). */
export function cashOf(sums: readonly MonthSums[]): Record<string, string> {
  const amounts: Partial<Record<FigureName, Piastres>> = {};
  for (const { resource, paid } of sums) {
    const figure = tableOf(resource).resource.cash?.figure;
    if (figure) amounts[figure] = (amounts[figure] ?? 0n) + paid;
  }
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, formatDecimal(amount)]));
}

function debtsOf(sums: readonly MonthSums[]): Amounts {
  const amounts: Partial<Record<FigureName, Piastres>> = Object.fromEntries(debts.map((name) => [name, 0n]));
  amounts.debts = sum(sums.map(({ debt }) => debt));
  for (const { resource, debt } of sums) {
    const figure = tableOf(resource).resource.cash?.debts;
    if (figure) amounts[figure] = (amounts[figure] ?? 0n) + debt;
  }
  return amounts;
}

/** Decision 21. A figure that did not exist when the month ended is zero. `cash` is stored, or of `cashOf`. */
export function figuresOf(cash: Readonly<Record<string, string>>, sums: readonly MonthSums[]): AllFigures {
  const amountOf = (name: FigureName) => parsePiastres(cash[name] ?? ZERO);
  const expenseTotal = sum(expenses.map(amountOf));
  const revenueTotal = sum(revenues.map(amountOf));
  const totals: Amounts = {
    expenses: expenseTotal,
    revenue: revenueTotal,
    total_net_profit: revenueTotal - expenseTotal,
    ...debtsOf(sums),
  };
  const figuresByName: Partial<Record<FigureName, string>> = {};
  for (const { name } of figures) {
    const total = totals[name];
    figuresByName[name] = total === undefined ? (cash[name] ?? ZERO) : formatDecimal(total);
  }
  return figuresByName as AllFigures;
}

/** Stored when a month ends or is re-opened: its cash, and its debts of that moment for comparison. */
export function keptFigures(
  cash: Readonly<Record<string, string>>,
  sums: readonly MonthSums[],
): Record<string, string> {
  const all = figuresOf(cash, sums);
  return { ...cash, ...Object.fromEntries(debts.map((name) => [name, all[name]])) };
}

/** Months that ended before debts were stored have none to compare. */
export function changesBetween(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): FigureChange[] {
  const [previous, current] = [figuresOf(before, []), figuresOf(after, [])];
  return figures
    .filter(({ name, group }) => group !== 'debts' || (name in before && name in after))
    .map(({ name, label, group }) => {
      const [was, is] = group === 'debts' ? [before, after] : [previous, current];
      return { figure: name, label, before: was[name] ?? ZERO, after: is[name] ?? ZERO };
    })
    .filter((change) => change.before !== change.after);
}
