import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useMonthHistory } from '#app/reads/months.ts';
import { readPiastres } from '#contract/money.ts';
import type { Month } from '#contract/month.ts';
import { Chart } from './chart.tsx';
import { resultOf, type Sums, sumsSeries, sumsText, sumsTextSoFar } from './sums.ts';
import { messages } from './texts.en.ts';

interface ChartedMonth extends Sums {
  readonly running: boolean;
}

/**
 * @param months newest first, as in lists
 * @returns oldest first
 */
function chartedMonths(months: readonly Month[]): ChartedMonth[] {
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

const monthText = (month: ChartedMonth): string => (month.running ? sumsTextSoFar(month) : sumsText(month));

/** @param months oldest first */
function monthsText(months: readonly ChartedMonth[]): string {
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

export interface MonthsChartProps {
  /** A table on the page with the same months. Without one, or if it has fewer, the chart renders its own. */
  readonly table?: { readonly id: string; readonly months: number };
}

export function MonthsChart({ table }: MonthsChartProps) {
  const { months: newestFirst, count } = useMonthHistory();
  const months = chartedMonths(newestFirst);
  if (months.length === 0) return null;
  const coverage = months.length < count ? ` ${messages.newestMonths({ shown: months.length, count })}` : '';
  const hasOwnTable = !table || table.months < months.length;
  return (
    <Chart
      title={messages.monthsTitle}
      about={`${monthsText(months)}${coverage}`}
      series={sumsSeries}
      places={months}
      plot={{
        label: messages.monthsPlot({ count: months.length }),
        scrollLabel: messages.monthsScroll,
        textOf: monthText,
      }}
      head={appMessages.month}
      tableLabel={messages.monthsTable}
      table={hasOwnTable ? undefined : table.id}
    />
  );
}
