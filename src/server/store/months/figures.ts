import { formatDecimal, type Piastres, parsePiastres, sum } from '#contract/money.ts';
import { type FigureChange, type FigureName, figures } from '#contract/month.ts';
import type { MonthAggregate } from '#server/store/lists/aggregates.ts';
import { tables } from '#server/store/tables.ts';

/** Which figure the money of each name of the tally counts to (decision 21). */
const figureOf: ReadonlyMap<string, FigureName> = new Map(
  tables.flatMap(({ resource: { cash }, aggregateNames }) =>
    cash ? aggregateNames.map((name) => [name, cash.figure] as const) : [],
  ),
);

/** Which part of the debts what is owed counts to, where it has one of its own. */
const debtFigureOf: ReadonlyMap<string, FigureName> = new Map(
  tables.flatMap(({ resource: { cash }, aggregateNames }) => {
    const figure = cash?.debts;
    return figure ? aggregateNames.map((name) => [name, figure] as const) : [];
  }),
);

const partsOf = (group: 'expenses' | 'revenue') =>
  figures.filter((figure) => figure.group === group && !('total' in figure)).map(({ name }) => name);
const expenses = partsOf('expenses');
const revenues = partsOf('revenue');

/** This server knows every figure, the added ones too; decimal text. */
export type AllFigures = Readonly<Record<FigureName, string>>;

type Amounts = Readonly<Partial<Record<FigureName, Piastres>>>;

/** What a month took and spent so far, as decimal text by figure: what is kept of it when it ends. */
export function cashOf(tally: readonly MonthAggregate[]): Record<string, string> {
  const amounts: Partial<Record<FigureName, Piastres>> = {};
  for (const { what, paid } of tally) {
    const figure = figureOf.get(what);
    if (figure) amounts[figure] = (amounts[figure] ?? 0n) + paid;
  }
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, formatDecimal(amount)]));
}

/** What is still owed on a month's records, in piastres; debts are live, also those of an ended month. */
function debtsOf(tally: readonly MonthAggregate[]): Amounts {
  const amounts: Partial<Record<FigureName, Piastres>> = { debts: sum(tally.map(({ debt }) => debt)) };
  for (const { what, debt } of tally) {
    const figure = debtFigureOf.get(what);
    if (figure) amounts[figure] = (amounts[figure] ?? 0n) + debt;
  }
  return amounts;
}

/**
 * All the figures of a month (decision 21): `cash` is what was kept when it ended or what cashOf says now, and the sums follow from it.
 * A figure that did not exist yet when the month ended is zero.
 */
export function figuresOf(
  cash: Readonly<Record<string, string>>,
  tally: readonly MonthAggregate[],
): AllFigures {
  const amountOf = (name: FigureName) => parsePiastres(cash[name] ?? '0');
  const spent = sum(expenses.map(amountOf));
  const taken = sum(revenues.map(amountOf));
  const totals: Amounts = {
    expenses: spent,
    revenue: taken,
    total_net_profit: taken - spent,
    ...debtsOf(tally),
  };
  const entries = figures.map(({ name }) => [name, formatDecimal(totals[name] ?? amountOf(name))] as const);
  return Object.fromEntries(entries) as AllFigures;
}

/** Which figures are not what they were; debts are live and no part of that. Both are what was kept, or what cashOf says. */
export function changesBetween(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): FigureChange[] {
  const [was, is] = [figuresOf(before, []), figuresOf(after, [])];
  return figures
    .filter(({ name, group }) => group !== 'debts' && was[name] !== is[name])
    .map(({ name, label }) => ({ figure: name, label, before: was[name], after: is[name] }));
}
