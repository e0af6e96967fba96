import { type ReactNode, useId } from 'react';
import type { Piastres } from '#contract/money.ts';
import { type ChartedMonth, monthText } from './charted-month.ts';
import { ExpensesPattern, Plot, yOf } from './plot.tsx';
import type { Scale } from './scale.ts';

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
