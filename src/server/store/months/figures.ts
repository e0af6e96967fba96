import { formatDecimal, type Piastres, sum } from '#contract/money.ts';
import { type FigureChange, type FigureName, figures } from '#contract/month.ts';
import { piastresOf } from '#server/store/decimal-text.ts';
import type { MonthAggregate } from '#server/store/lists/aggregates.ts';
import { tables } from '#server/store/tables.ts';

const ZERO = formatDecimal(0n);

/** Maps the names of the tally to the figure of their payments (decision 21). */
const figureOf: ReadonlyMap<string, FigureName> = new Map(
  tables.flatMap(({ resource: { cash }, aggregateNames }) =>
    cash ? aggregateNames.map((name) => [name, cash.figure] as const) : [],
  ),
);

/** Maps the names of the tally to their separate debt figure, if they have one. */
const debtFigureOf: ReadonlyMap<string, FigureName> = new Map(
  tables.flatMap(({ resource: { cash }, aggregateNames }) => {
    const figure = cash?.debts;
    return figure ? aggregateNames.map((name) => [name, figure] as const) : [];
  }),
);

const figuresInGroup = (group: 'expenses' | 'revenue') =>
  figures.filter((figure) => figure.group === group && !('total' in figure)).map(({ name }) => name);
const expenses = figuresInGroup('expenses');
const revenues = figuresInGroup('revenue');
const debts = figures.filter(({ group }) => group === 'debts').map(({ name }) => name);

/** Holds every figure, including the optional ones, as decimal text. */
export type AllFigures = Readonly<Record<FigureName, string>>;

type Amounts = Readonly<Partial<Record<FigureName, Piastres>>>;

/** Sums the cash of a month per figure, as decimal text. */
export function cashOf(aggregates: readonly MonthAggregate[]): Record<string, string> {
  const amounts: Partial<Record<FigureName, Piastres>> = {};
  for (const { what, paid } of aggregates) {
    const figure = figureOf.get(what);
    if (figure) amounts[figure] = (amounts[figure] ?? 0n) + paid;
  }
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, formatDecimal(amount)]));
}

/** Sums the debts of a month's records, in piastres. Debts are live, also in ended months. */
function debtsOf(aggregates: readonly MonthAggregate[]): Amounts {
  const amounts: Partial<Record<FigureName, Piastres>> = Object.fromEntries(debts.map((name) => [name, 0n]));
  amounts.debts = sum(aggregates.map(({ debt }) => debt));
  for (const { what, debt } of aggregates) {
    const figure = debtFigureOf.get(what);
    if (figure) amounts[figure] = (amounts[figure] ?? 0n) + debt;
  }
  return amounts;
}

/**
 * Computes all figures of a month (decision 21). A figure that did not exist yet when the month ended is zero.
 * @param cash the stored figures of an ended month, or the current result of cashOf
 */
export function figuresOf(
  cash: Readonly<Record<string, string>>,
  aggregates: readonly MonthAggregate[],
): AllFigures {
  const amountOf = (name: FigureName) => piastresOf(cash[name] ?? ZERO);
  const expenseTotal = sum(expenses.map(amountOf));
  const revenueTotal = sum(revenues.map(amountOf));
  const totals: Amounts = {
    expenses: expenseTotal,
    revenue: revenueTotal,
    total_net_profit: revenueTotal - expenseTotal,
    ...debtsOf(aggregates),
  };
  const figuresByName: Partial<Record<FigureName, string>> = {};
  for (const { name } of figures) {
    const total = totals[name];
    figuresByName[name] = total === undefined ? (cash[name] ?? ZERO) : formatDecimal(total);
  }
  return figuresByName as AllFigures;
}

/** Returns what is kept of a month when it ends or is re-opened: its cash, and its debts of that moment for comparison. */
export function keptFigures(
  cash: Readonly<Record<string, string>>,
  aggregates: readonly MonthAggregate[],
): Record<string, string> {
  const all = figuresOf(cash, aggregates);
  return { ...cash, ...Object.fromEntries(debts.map((name) => [name, all[name]])) };
}

/** Lists the figures that differ between two results of keptFigures. Months that ended before debts were kept have none to compare. */
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
