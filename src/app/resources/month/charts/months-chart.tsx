import { useId } from 'react';
import { isRightToLeft } from '#app/lib/direction.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useMonthHistory } from '#app/reads/months.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { formatMoney, type Piastres, readPiastres } from '#contract/money.ts';
import type { Month } from '#contract/month.ts';
import { ChartCard, ChartValues } from './chart.tsx';
import { Plot, type Scale, scaleOf, yOf } from './plot.tsx';
import { messages } from './texts.en.ts';

interface ChartedMonth {
  readonly id: string;
  readonly name: string;
  readonly running: boolean;
  readonly revenue: Piastres;
  readonly expenses: Piastres;
  /** Negative for a loss. */
  readonly profit: Piastres;
}

/**
 * Leaves out a month with a malformed sum.
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

const resultOf = ({ profit }: ChartedMonth): string =>
  profit < 0n
    ? messages.lossOf({ amount: formatMoney(-profit) })
    : messages.profitOf({ amount: formatMoney(profit) });

function monthText(month: ChartedMonth): string {
  const sums = {
    name: month.name,
    revenue: formatMoney(month.revenue),
    expenses: formatMoney(month.expenses),
    result: resultOf(month),
  };
  return month.running ? messages.runningMonthSums(sums) : messages.monthSums(sums);
}

/**
 * Compares the best and the weakest ended month, or describes the newest month if there are none to compare.
 * @param months oldest first
 */
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

/** The hatching differs from revenue without colour as well. */
function ExpensesPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect data-hatch="ground" width={6} height={6} />
        <line data-hatch="stroke" x1={1} x2={1} y1={0} y2={6} />
      </pattern>
    </defs>
  );
}

function ChartLegend() {
  const pattern = useId();
  return (
    <ul data-legend>
      <li>
        <svg width={16} height={16} aria-hidden="true">
          <rect data-bar="revenue" x={2} y={1} width={12} height={14} />
        </svg>
        {messages.revenue}
      </li>
      <li>
        <svg width={16} height={16} aria-hidden="true">
          <ExpensesPattern id={pattern} />
          <rect data-bar="expenses" fill={`url(#${pattern})`} x={2} y={1} width={12} height={14} />
        </svg>
        {messages.expenses}
      </li>
      <li>
        <svg width={28} height={16} aria-hidden="true">
          <line data-line="profit" x1={0} x2={28} y1={8} y2={8} />
          <circle data-dot="profit" cx={14} cy={8} r={4} />
        </svg>
        {messages.profit}
      </li>
    </ul>
  );
}

const MAX_BAR_WIDTH = 28;
/** Pixels that a month needs for a dot on the line. */
const MIN_SLOT_FOR_DOTS = 16;

interface MonthsPlotProps {
  readonly months: readonly ChartedMonth[];
  readonly scale: Scale;
  readonly describedBy: string;
  readonly details: string;
}

function MonthsPlot({ months, scale, describedBy, details }: MonthsPlotProps) {
  const pattern = useId();
  const y = (amount: Piastres) => yOf(scale, amount);
  const heightOf = (amount: Piastres) => Math.max(0, y(0n) - y(amount));
  return (
    <Plot
      places={months}
      scale={scale}
      label={messages.monthsPlot({ count: months.length })}
      scrollLabel={messages.monthsScroll}
      describedBy={describedBy}
      details={details}
      tooltipOf={monthText}
    >
      {({ slot, middle }) => {
        const width = Math.min(MAX_BAR_WIDTH, slot * 0.38);
        // Revenue comes first in the direction of reading.
        const [revenueOffset, expensesOffset] = isRightToLeft() ? [0, -width] : [-width, 0];
        return (
          <>
            <ExpensesPattern id={pattern} />
            {months.map(({ id, revenue, expenses }, index) => (
              <g key={id}>
                <rect
                  data-bar="revenue"
                  x={middle(index) + revenueOffset}
                  y={y(revenue)}
                  width={width}
                  height={heightOf(revenue)}
                />
                <rect
                  data-bar="expenses"
                  fill={`url(#${pattern})`}
                  x={middle(index) + expensesOffset}
                  y={y(expenses)}
                  width={width}
                  height={heightOf(expenses)}
                />
              </g>
            ))}
            <polyline
              data-line="profit"
              points={months.map(({ profit }, index) => `${middle(index)},${y(profit)}`).join(' ')}
            />
            {(slot >= MIN_SLOT_FOR_DOTS || months.length === 1) &&
              months.map(({ id, profit }, index) => (
                <circle key={id} data-dot="profit" cx={middle(index)} cy={y(profit)} r={4} />
              ))}
          </>
        );
      }}
    </Plot>
  );
}

function MonthsValues({ id, months }: { id: string; months: readonly ChartedMonth[] }) {
  return (
    <ChartValues
      id={id}
      label={messages.monthsTable}
      heads={[appMessages.month, messages.revenue, messages.expenses, messages.profit]}
    >
      <tbody>
        {[...months].reverse().map((month) => (
          <tr key={month.id}>
            <th scope="row">
              <TypedText>{month.name}</TypedText>
            </th>
            {[month.revenue, month.expenses, month.profit].map((amount, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the three amounts have a fixed order
              <td key={index} data-amount>
                <bdi dir="ltr">{formatMoney(amount)}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ChartValues>
  );
}

export interface MonthsChartProps {
  /** A table on the page with the same months. Without one, or if it has fewer, the chart renders its own. */
  readonly table?: { readonly id: string; readonly months: number };
}

export function MonthsChart({ table }: MonthsChartProps) {
  const { months: newestFirst, count } = useMonthHistory();
  const about = useId();
  const ownTableId = useId();
  const months = chartedMonths(newestFirst);
  if (months.length === 0) return null;
  const scale = scaleOf(months.flatMap(({ revenue, expenses, profit }) => [revenue, expenses, profit]));
  const coverage = months.length < count ? ` ${messages.newestMonths({ shown: months.length, count })}` : '';
  const hasOwnTable = !table || table.months < months.length;
  return (
    <ChartCard title={messages.monthsTitle} about={`${monthsText(months)}${coverage}`} aboutId={about}>
      <ChartLegend />
      <MonthsPlot
        months={months}
        scale={scale}
        describedBy={about}
        details={hasOwnTable ? ownTableId : table.id}
      />
      {hasOwnTable && <MonthsValues id={ownTableId} months={months} />}
    </ChartCard>
  );
}
