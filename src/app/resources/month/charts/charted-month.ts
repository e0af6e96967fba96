import { formatMoney, type Piastres, readPiastres } from '#contract/money.ts';
import type { Month } from '#contract/month.ts';
import { messages } from './texts.en.ts';

/** Holds the charted sums of a month, in piastres. */
export interface ChartedMonth {
  readonly id: string;
  readonly name: string;
  /** True while its sums still change. */
  readonly running: boolean;
  readonly revenue: Piastres;
  readonly expenses: Piastres;
  /** Negative for a loss. */
  readonly profit: Piastres;
}

/**
 * Converts months to their charted sums, oldest first. A month with a malformed sum is left out.
 * @param months newest first, as in lists
 */
export function chartedMonths(months: readonly Month[]): ChartedMonth[] {
  return months
    .flatMap((month): ChartedMonth[] => {
      const { id, name, status } = month;
      const [revenue, expenses, profit] = [month.revenue, month.expenses, month.total_net_profit].map(
        readPiastres,
      );
      if (revenue === undefined || expenses === undefined || profit === undefined) return [];
      return [{ id, name, running: status === 'running', revenue, expenses, profit }];
    })
    .reverse();
}

const resultOf = ({ profit }: ChartedMonth): string =>
  profit < 0n
    ? messages.lossOf({ amount: formatMoney(-profit) })
    : messages.profitOf({ amount: formatMoney(profit) });

export function monthText(month: ChartedMonth): string {
  const sums = {
    name: month.name,
    revenue: formatMoney(month.revenue),
    expenses: formatMoney(month.expenses),
    result: resultOf(month),
  };
  return month.running ? messages.runningMonthSums(sums) : messages.monthSums(sums);
}

/**
 * Summarizes the chart: the best and the weakest ended month. Describes the newest month if there are none
 * to compare.
 * @param months oldest first
 */
export function monthsText(months: readonly ChartedMonth[]): string {
  const byProfit = months
    .filter(({ running }) => !running)
    .sort((one, other) => (one.profit < other.profit ? 1 : one.profit > other.profit ? -1 : 0));
  const [best] = byProfit;
  const weakest = byProfit.at(-1);
  const newest = months.at(-1);
  if (!best || !weakest || best === weakest) return newest ? `${monthText(newest)}.` : '';
  return messages.bestAndWeakest({
    best: best.name,
    bestResult: resultOf(best),
    weakest: weakest.name,
    weakestResult: resultOf(weakest),
  });
}
