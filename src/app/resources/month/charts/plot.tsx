import type { ReactNode } from 'react';
import type { Piastres } from '#contract/money.ts';
import { labelsOf, type Named } from './plot-labels.ts';
import { type Scale, shortAmount } from './scale.ts';

/** The picture's height, in CSS pixels, names of the months included. */
const PLOT_HEIGHT = 260;
const TOP = 14;
const BOTTOM = 34;

/** How far from the top an amount is drawn, in CSS pixels. */
export const yOf = ({ shareOf }: Scale, amount: Piastres): number =>
  PLOT_HEIGHT - BOTTOM - shareOf(amount) * (PLOT_HEIGHT - TOP - BOTTOM);

/** The amounts beside the picture; they stay while it scrolls. */
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

/** The hatching of expenses, which tells them from revenue also without colours. */
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

/** A line across the picture at every step of the scale. */
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

/** The names under the picture. */
function PlotLabels({ labels }: { labels: ReturnType<typeof labelsOf> }) {
  return labels.map(({ id, text, x, anchor }) => (
    <text key={id} x={x} y={PLOT_HEIGHT - 8} textAnchor={anchor}>
      {text}
    </text>
  ));
}

/** A place is never narrower than this, in pixels: more places than fit scroll sideways. */
const NARROWEST = 10;

/** Where things stand in a plot, in pixels. */
interface Places {
  /** The width of one place. */
  readonly slot: number;
  /** The middle of a place, the first being 0. */
  readonly middle: (place: number) => number;
}

interface PlotProps<P extends Named> {
  /** From the left to the right. */
  readonly places: readonly P[];
  readonly scale: Scale;
  /** What there is room for, in CSS pixels. */
  readonly width: number;
  /** What the picture shows, for those who don't see it, and where they find its figures. */
  readonly label: string;
  readonly describedBy: string;
  readonly details: string;
  /** What a place says when it is pointed at. */
  readonly wordsOf: (place: P) => string;
  /** What is drawn over the grid. */
  readonly children: (places: Places) => ReactNode;
}

/** The frame of a picture of amounts over time: the grid, a name under each place, and its words when it is pointed at. */
export function Plot<P extends Named>(props: PlotProps<P>) {
  const { places, scale, width, label, describedBy, details, wordsOf, children } = props;
  const slot = Math.max(NARROWEST, width / Math.max(1, places.length));
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
      {children({ slot, middle: (place) => (place + 0.5) * slot })}
      <PlotLabels labels={labelsOf(places, slot, whole)} />
      {places.map((place, at) => (
        <rect key={place.id} data-whole x={at * slot} y={0} width={slot} height={PLOT_HEIGHT}>
          <title>{wordsOf(place)}</title>
        </rect>
      ))}
    </svg>
  );
}
