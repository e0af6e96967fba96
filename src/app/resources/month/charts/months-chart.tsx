import { type ReactNode, useId, useMemo } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useMonthHistory } from '#app/reads/months.ts';
import { formatMoney, type Piastres } from '#contract/money.ts';
import { ChartCard } from './chart-card.tsx';
import { ChartValues } from './chart-values.tsx';
import { type ChartedMonth, chartedMonths, monthsText, monthText } from './charted-month.ts';
import { Axis, ExpensesPattern, Plot, yOf } from './plot.tsx';
import { type Scale, scaleOf } from './scale.ts';
import { messages } from './texts.en.ts';
import { useScrollContainer } from './use-scroll-container.ts';

/** Explains bars and line, each by its shape as well as its colour. */
export function ChartLegend() {
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
/** Sets the minimum width of a month, in pixels, for a dot on the line. */
const MIN_SLOT_FOR_DOTS = 16;

interface MonthsPlotProps {
  /** Oldest first. */
  readonly months: readonly ChartedMonth[];
  readonly scale: Scale;
  /** In CSS pixels. */
  readonly width: number;
  /** Accessible name, and the ids of the description and of the table of values. */
  readonly label: string;
  readonly describedBy: string;
  readonly details: string;
}

/** Draws revenue and expenses as two bars per month, with profit as a line. */
export function MonthsPlot({ months, scale, ...rest }: MonthsPlotProps) {
  const pattern = useId();
  const y = (amount: Piastres) => yOf(scale, amount);
  return (
    <Plot places={months} scale={scale} tooltipOf={monthText} {...rest}>
      {({ slot, middle, firstOfTwo }) => {
        const bar = Math.min(MAX_BAR_WIDTH, slot * 0.38);
        const column = (amount: Piastres, x: number, attributes: BarAttributes): ReactNode => (
          <rect x={x} y={y(amount)} width={bar} height={Math.max(0, y(0n) - y(amount))} {...attributes} />
        );
        return (
          <>
            <ExpensesPattern id={pattern} />
            {months.map((month, index) => (
              <g key={month.id}>
                {column(month.revenue, middle(index) + firstOfTwo(bar), { 'data-bar': 'revenue' })}
                {column(month.expenses, middle(index) - bar - firstOfTwo(bar), {
                  'data-bar': 'expenses',
                  fill: `url(#${pattern})`,
                })}
              </g>
            ))}
            <polyline
              data-line="profit"
              points={months.map(({ profit }, index) => `${middle(index)},${y(profit)}`).join(' ')}
            />
            {(slot >= MIN_SLOT_FOR_DOTS || months.length === 1) &&
              months.map((month, index) => (
                <circle key={month.id} data-dot="profit" cx={middle(index)} cy={y(month.profit)} r={4} />
              ))}
          </>
        );
      }}
    </Plot>
  );
}

interface BarAttributes {
  readonly 'data-bar': string;
  readonly fill?: string;
}

/** Renders the values of the months chart as a table, newest first. */
export function MonthsValues({ id, months }: { id: string; months: readonly ChartedMonth[] }) {
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
              <bdi>{month.name}</bdi>
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
  /** Table on the page with the same months. Without one, or if it has fewer, the chart renders its own. */
  readonly table?: { readonly id: string; readonly months: number };
}

/** Charts revenue, expenses and profit of all months; renders nothing without a month. */
export function MonthsChart({ table }: MonthsChartProps) {
  const { months: newestFirst, count } = useMonthHistory();
  const months = useMemo(() => chartedMonths(newestFirst), [newestFirst]);
  const scale = useMemo(
    () => scaleOf(months.flatMap(({ revenue, expenses, profit }) => [revenue, expenses, profit])),
    [months],
  );
  const { container, width } = useScrollContainer();
  const about = useId();
  const ownTableId = useId();
  if (months.length === 0) return null;
  const coverage = months.length < count ? ` ${messages.newestMonths({ shown: months.length, count })}` : '';
  const hasOwnTable = !table || table.months < months.length;
  return (
    <ChartCard title={messages.monthsTitle} about={`${monthsText(months)}${coverage}`} aboutId={about}>
      <ChartLegend />
      <div data-picture>
        <Axis scale={scale} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <section ref={container} data-scrolls aria-label={messages.monthsScroll} tabIndex={0}>
          <MonthsPlot
            months={months}
            scale={scale}
            width={width}
            label={messages.monthsPlot({ count: months.length })}
            describedBy={about}
            details={hasOwnTable ? ownTableId : table.id}
          />
        </section>
      </div>
      {hasOwnTable && <MonthsValues id={ownTableId} months={months} />}
    </ChartCard>
  );
}
