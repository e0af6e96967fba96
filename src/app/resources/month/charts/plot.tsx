import type { ReactNode } from 'react';
import type { Piastres } from '#contract/money.ts';
import { labelsOf, type Named } from './plot-labels.ts';
import { type Scale, shortAmount } from './scale.ts';

/** Sets the height of the picture in CSS pixels, labels included. */
const PLOT_HEIGHT = 260;
const TOP = 14;
const BOTTOM = 34;

/** Returns the distance of an amount from the top, in CSS pixels. */
export const yOf = ({ shareOf }: Scale, amount: Piastres): number =>
  PLOT_HEIGHT - BOTTOM - shareOf(amount) * (PLOT_HEIGHT - TOP - BOTTOM);

/** Renders the vertical axis, which stays while the picture scrolls. */
export function Axis({ scale }: { scale: Scale }) {
  const texts = scale.ticks.map((tick) => ({ tick, text: shortAmount(tick) }));
  const width = Math.max(...texts.map(({ text }) => text.length)) * 9 + 10;
  return (
    <svg data-axis width={width} height={PLOT_HEIGHT} aria-hidden="true">
      {texts.map(({ tick, text }) => (
        <text key={text} x={width - 8} y={yOf(scale, tick) + 5} textAnchor="end">
          {text}
        </text>
      ))}
    </svg>
  );
}

/** Defines the hatching of expenses, which differs from revenue without colour as well. */
export function ExpensesPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect data-hatch="ground" width={6} height={6} />
        <line data-hatch="stroke" x1={1} x2={1} y1={0} y2={6} />
      </pattern>
    </defs>
  );
}

/** Draws a line at every tick of the scale. */
function PlotGrid({ scale, width }: { scale: Scale; width: number }) {
  return scale.ticks.map((tick) => (
    <line
      key={String(tick)}
      data-grid={tick === 0n ? 'zero' : 'step'}
      x1={0}
      x2={width}
      y1={yOf(scale, tick)}
      y2={yOf(scale, tick)}
    />
  ));
}

/** Draws the labels below the picture. */
function PlotLabels({ labels }: { labels: ReturnType<typeof labelsOf> }) {
  return labels.map(({ id, text, x, anchor }) => (
    <text key={id} x={x} y={PLOT_HEIGHT - 8} textAnchor={anchor}>
      {text}
    </text>
  ));
}

/** Sets the minimum width of a place, in pixels; a wider picture scrolls sideways. */
const MIN_SLOT = 10;

/** Describes the horizontal positions in a plot, in pixels. */
interface Places {
  /** Width of one place. */
  readonly slot: number;
  /** Returns the middle of a place, counted from 0. */
  readonly middle: (index: number) => number;
}

interface PlotProps<P extends Named> {
  /** From left to right. */
  readonly places: readonly P[];
  readonly scale: Scale;
  /** Available width, in CSS pixels. */
  readonly width: number;
  /** Accessible name, and the ids of the description and of the table of values. */
  readonly label: string;
  readonly describedBy: string;
  readonly details: string;
  /** Returns the tooltip of a place. */
  readonly tooltipOf: (place: P) => string;
  /** Draws the chart over the grid. */
  readonly children: (places: Places) => ReactNode;
}

/** Draws the frame of a chart over time: grid, labels and tooltips. */
export function Plot<P extends Named>(props: PlotProps<P>) {
  const { places, scale, width, label, describedBy, details, tooltipOf, children } = props;
  const slot = Math.max(MIN_SLOT, width / Math.max(1, places.length));
  const whole = Math.floor(slot * places.length);
  return (
    <svg
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
      aria-details={details}
      width={whole}
      height={PLOT_HEIGHT}
      viewBox={`0 0 ${whole} ${PLOT_HEIGHT}`}
    >
      <PlotGrid scale={scale} width={whole} />
      {children({ slot, middle: (index) => (index + 0.5) * slot })}
      <PlotLabels labels={labelsOf(places, slot, whole)} />
      {places.map((place, index) => (
        <rect key={place.id} data-whole x={index * slot} y={0} width={slot} height={PLOT_HEIGHT}>
          <title>{tooltipOf(place)}</title>
        </rect>
      ))}
    </svg>
  );
}
