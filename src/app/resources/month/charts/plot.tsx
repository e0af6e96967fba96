import type { ReactNode } from 'react';
import { isRightToLeft } from '#app/lib/direction.ts';
import { own } from '#contract/arabic/wording.ts';
import type { Piastres } from '#contract/money.ts';
import { partsOfShortAmount, type Scale } from './scale.ts';

const LETTER_WIDTH = 8;
const GAP = 8;
const MAX_LETTERS = 16;

/** Identifies a place on the horizontal axis, such as a month or a day. */
interface Named {
  readonly id: string;
  readonly name: string;
}

interface PlotLabel {
  readonly id: string;
  readonly text: string;
  readonly x: number;
  /** In the direction of reading, as that of the text is. */
  readonly anchor: 'start' | 'middle' | 'end';
}

const shortened = (name: string) => (name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name);

/**
 * Returns as many labels as fit side by side, always including the last. Labels at the edges are moved
 * inside.
 * @param slot width of one place, in pixels
 * @param whole width of all places, in pixels
 */
export function labelsOf(places: readonly Named[], slot: number, whole: number): PlotLabel[] {
  const letters = Math.max(...places.map(({ name }) => shortened(name).length));
  const step = Math.max(1, Math.ceil((letters * LETTER_WIDTH + GAP) / slot));
  const labels: PlotLabel[] = [];
  let free = whole + GAP;
  for (let index = places.length - 1; index >= 0; index -= step) {
    const { id = '', name = '' } = places[index] ?? {};
    const text = shortened(name);
    const width = text.length * LETTER_WIDTH;
    const middle = (index + 0.5) * slot;
    const from = Math.max(0, Math.min(middle - width / 2, whole - width));
    // A label that was moved in from an edge may overlap its neighbour.
    if (from + width + GAP > free) continue;
    free = from;
    const anchor = from === 0 ? 'start' : from + width === whole ? 'end' : 'middle';
    labels.unshift({ id, text, anchor, x: { start: 0, middle, end: whole }[anchor] });
  }
  return labels;
}

/** Sets the height of the picture in CSS pixels, labels included. */
const PLOT_HEIGHT = 260;
const TOP = 14;
const BOTTOM = 34;

/** Returns the distance of an amount from the top, in CSS pixels. */
export const yOf = ({ shareOf }: Scale, amount: Piastres): number =>
  PLOT_HEIGHT - BOTTOM - shareOf(amount) * (PLOT_HEIGHT - TOP - BOTTOM);

/** Renders the vertical axis, which stays while the picture scrolls. */
export function Axis({ scale }: { scale: Scale }) {
  const ticks = scale.ticks.map((tick) => ({ tick, parts: partsOfShortAmount(tick) }));
  const width = Math.max(...ticks.map(({ parts }) => parts.join('').length)) * 9 + 10;
  const x = isRightToLeft() ? 8 : width - 8;
  return (
    <svg data-axis width={width} height={PLOT_HEIGHT} aria-hidden="true">
      {ticks.map(({ tick, parts: [number, unit] }) => (
        <text key={String(tick)} x={x} y={yOf(scale, tick) + 5} textAnchor="end">
          {number}
          {unit}
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
      {own(text)}
    </text>
  ));
}

/** Sets the minimum width of a place, in pixels; a wider picture scrolls sideways. */
const MIN_SLOT = 10;

/** Describes the horizontal positions in a plot, in pixels from the left. */
interface Places {
  /** Width of one place. */
  readonly slot: number;
  /** Returns the middle of a place, counted from 0. */
  readonly middle: (index: number) => number;
  /** Is where the first of two things of this width begins that stand beside a middle; the other begins at the opposite. */
  readonly firstOfTwo: (width: number) => number;
}

interface PlotProps<P extends Named> {
  /** In the direction of reading. */
  readonly places: readonly P[];
  readonly scale: Scale;
  /** Available width, in CSS pixels. */
  readonly width: number;
  /** Accessible name, and the ids of the description and of the table of values. */
  readonly label: string;
  readonly describedBy: string;
  readonly details: string;
  readonly tooltipOf: (place: P) => string;
  /** Draws the chart over the grid. */
  readonly children: (places: Places) => ReactNode;
}

/** Draws the frame of a chart over time: grid, labels and tooltips. */
export function Plot<P extends Named>(props: PlotProps<P>) {
  const { places, scale, width, label, describedBy, details, tooltipOf, children } = props;
  const slot = Math.max(MIN_SLOT, width / Math.max(1, places.length));
  const whole = Math.floor(slot * places.length);
  const turned = isRightToLeft();
  const middle = (index: number) => (turned ? whole - (index + 0.5) * slot : (index + 0.5) * slot);
  const labels = labelsOf(places, slot, whole);
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
      {children({ slot, middle, firstOfTwo: (ofWidth) => (turned ? 0 : -ofWidth) })}
      <PlotLabels labels={turned ? labels.map((label) => ({ ...label, x: whole - label.x })) : labels} />
      {places.map((place, index) => (
        <rect key={place.id} data-whole x={middle(index) - slot / 2} y={0} width={slot} height={PLOT_HEIGHT}>
          <title>{tooltipOf(place)}</title>
        </rect>
      ))}
    </svg>
  );
}
