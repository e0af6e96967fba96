import { type ReactNode, useId } from 'react';
import type { Piastres } from '#contract/money.ts';
import { type ChartedMonth, monthInWords } from './charted-month.ts';
import { ExpensesPattern } from './expenses-pattern.tsx';
import { HEIGHT, yOf } from './plot-frame.ts';
import { PlotGrid, PlotLabels } from './plot-ground.tsx';
import { labelsOf } from './plot-labels.ts';
import type { Scale } from './scale.ts';

/** A month is never narrower than this, in pixels: more months than fit scroll sideways. */
const NARROWEST = 10;
const WIDEST_BAR = 28;
/** Where months stand closer than this, the line alone says enough. */
const ROOM_FOR_DOTS = 16;

interface MonthsPlotProps {
  /** Oldest first. */
  readonly months: readonly ChartedMonth[];
  readonly scale: Scale;
  /** In CSS pixels. */
  readonly width: number;
  /** What the picture shows, for those who don't see it, and where they find its figures. */
  readonly label: string;
  readonly describedBy: string;
  readonly details: string;
}

/** Revenue and expenses of each month as two bars, the profit as a line over them. */
export function MonthsPlot({ months, scale, width, label, describedBy, details }: MonthsPlotProps) {
  const pattern = useId();
  const slot = Math.max(NARROWEST, width / Math.max(1, months.length));
  const whole = Math.floor(slot * months.length);
  const bar = Math.min(WIDEST_BAR, slot * 0.38);
  const middle = (place: number) => (place + 0.5) * slot;
  const y = (amount: Piastres) => yOf(scale, amount);
  const points = months.map(({ profit }, place) => `${middle(place)},${y(profit)}`).join(' ');

  const column = (amount: Piastres, x: number, facts: { 'data-bar': string; fill?: string }): ReactNode => (
    <rect x={x} y={y(amount)} width={bar} height={Math.max(0, y(0n) - y(amount))} {...facts} />
  );

  return (
    <svg
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
      aria-details={details}
      width={whole}
      height={HEIGHT}
      viewBox={`0 0 ${whole} ${HEIGHT}`}
    >
      <ExpensesPattern id={pattern} />
      <PlotGrid scale={scale} width={whole} />
      {months.map((month, place) => (
        <g key={month.id}>
          {column(month.revenue, middle(place) - bar, { 'data-bar': 'revenue' })}
          {column(month.expenses, middle(place), { 'data-bar': 'expenses', fill: `url(#${pattern})` })}
        </g>
      ))}
      <polyline data-line="profit" points={points} />
      {(slot >= ROOM_FOR_DOTS || months.length === 1) &&
        months.map((month, place) => (
          <circle key={month.id} data-dot="profit" cx={middle(place)} cy={y(month.profit)} r={4} />
        ))}
      <PlotLabels labels={labelsOf(months, slot, whole)} />
      {months.map((month, place) => (
        <rect key={month.id} data-whole x={place * slot} y={0} width={slot} height={HEIGHT}>
          <title>{monthInWords(month)}</title>
        </rect>
      ))}
    </svg>
  );
}
