import { useCallback, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { inEachLanguage, isRightToLeft } from '#app/lib/direction.ts';
import { whenPrintingEnds } from '#app/printing/paper/end-of-printing.ts';
import { isolated } from '#contract/arabic/wording.ts';
import { inDigits } from '#contract/digits.ts';
import type { Piastres } from '#contract/money.ts';

const MAX_STEPS = 5n;
const MIN_STEP: Piastres = 100n;
const ROUND_FACTORS = [1n, 2n, 5n];
const PRECISION = 100_000n;

/** Steps are round and include zero. */
export interface Scale {
  readonly ticks: readonly Piastres[];
  /** Returns a position from 0 to 1. For drawing only, never for a calculation. */
  readonly shareOf: (amount: Piastres) => number;
}

function stepFor(span: Piastres): Piastres {
  for (let power = MIN_STEP; ; power *= 10n) {
    const step = ROUND_FACTORS.map((times) => times * power).find(
      (candidate) => candidate * MAX_STEPS >= span,
    );
    if (step !== undefined) return step;
  }
}

const roundUp = (amount: Piastres, step: Piastres) => ((amount + step - 1n) / step) * step;

export function scaleOf(amounts: readonly Piastres[]): Scale {
  const highest = amounts.reduce((top, amount) => (amount > top ? amount : top), 0n);
  const lowest = amounts.reduce((bottom, amount) => (amount < bottom ? amount : bottom), 0n);
  const step = stepFor(highest - lowest);
  const low = -roundUp(-lowest, step);
  const high = highest === 0n && low === 0n ? step : roundUp(highest, step);
  const ticks: Piastres[] = [];
  for (let tick = low; tick <= high; tick += step) ticks.push(tick);
  return {
    ticks,
    shareOf: (amount) => Number(((amount - low) * PRECISION) / (high - low)) / Number(PRECISION),
  };
}

const compact = inEachLanguage(
  'en',
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
);

/** In L.E.: "20" and "K", "1.5" and " million". */
export function partsOfShortAmount(amount: Piastres): readonly [number: string, unit: string] {
  const parts = compact().formatToParts(amount / 100n);
  const text = (isUnit: boolean) =>
    parts.flatMap(({ type, value }) =>
      (type === 'compact' || type === 'literal') === isUnit ? [value] : [],
    );
  return [text(false).join(''), text(true).join('')];
}

const LETTER_WIDTH = 8;
const GAP = 8;
const MAX_LETTERS = 16;

interface Named {
  readonly id: string;
  readonly name: string;
}

interface PlotLabel {
  readonly id: string;
  readonly text: string;
  readonly x: number;
  /** Logical: "start" is on the right in Arabic. */
  readonly anchor: 'start' | 'middle' | 'end';
}

const shortened = (name: string) => (name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name);

/**
 * As many labels as fit, always including the last.
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

/** CSS pixels, labels included. */
const PLOT_HEIGHT = 260;
const TOP = 14;
const BOTTOM = 34;

const yOf = ({ shareOf }: Scale, amount: Piastres): number =>
  PLOT_HEIGHT - BOTTOM - shareOf(amount) * (PLOT_HEIGHT - TOP - BOTTOM);

function Axis({ scale }: { scale: Scale }) {
  const ticks = scale.ticks.map((tick) => ({ tick, parts: partsOfShortAmount(tick) }));
  const width = Math.max(...ticks.map(({ parts }) => parts.join('').length)) * 9 + 10;
  const x = isRightToLeft() ? 8 : width - 8;
  return (
    <svg data-axis width={width} height={PLOT_HEIGHT} aria-hidden="true">
      {ticks.map(({ tick, parts: [number, unit] }) => (
        <text key={String(tick)} x={x} y={yOf(scale, tick) + 5} textAnchor="end">
          {inDigits(number)}
          {unit}
        </text>
      ))}
    </svg>
  );
}

/** CSS pixels, until the browser has measured the width. */
const INITIAL_WIDTH = 640;

/** CSS pixels on A4 without margins, card and axis. A print is laid out without a measurement. */
const PRINTED_WIDTH = 590;

function useScrollContainer() {
  const [width, setWidth] = useState(INITIAL_WIDTH);
  const container = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    let isPrinting = false;
    const measure = () => {
      if (isPrinting) return;
      if (element.clientWidth > 0) setWidth(element.clientWidth);
      // Counted from the start: below zero from right to left.
      element.scrollLeft = isRightToLeft() ? -element.scrollWidth : element.scrollWidth;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Observes the picture too, which gets its width only after a layout.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    const fitPaper = () => {
      isPrinting = true;
      flushSync(() => setWidth(PRINTED_WIDTH));
    };
    const fitScreen = () => {
      isPrinting = false;
      measure();
    };
    window.addEventListener('beforeprint', fitPaper);
    window.addEventListener('afterprint', fitScreen);
    const stop = whenPrintingEnds(() => isPrinting && fitScreen());
    return () => {
      stop();
      observer.disconnect();
      window.removeEventListener('beforeprint', fitPaper);
      window.removeEventListener('afterprint', fitScreen);
    };
  }, []);
  return { container, width };
}

/** Minimum width of a place in pixels; a wider picture scrolls sideways. */
const MIN_SLOT = 10;

interface Places {
  readonly scale: Scale;
  readonly slot: number;
  readonly middle: (index: number) => number;
}

export type SeriesName = 'revenue' | 'expenses' | 'profit' | 'income';

export interface Place extends Named, Partial<Readonly<Record<SeriesName, Piastres>>> {}

type Shape = 'bar' | 'hatched' | 'line' | 'area';

const shapes: Readonly<Record<SeriesName, Shape>> = {
  revenue: 'bar',
  // Differs from revenue without colour as well.
  expenses: 'hatched',
  profit: 'line',
  income: 'area',
};

const isBar = (name: SeriesName) => shapes[name] === 'bar' || shapes[name] === 'hatched';

function Hatching({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect data-hatch="ground" width={6} height={6} />
        <line data-hatch="stroke" x1={1} x2={1} y1={0} y2={6} />
      </pattern>
    </defs>
  );
}

export function Mark({ series }: { readonly series: SeriesName }) {
  const pattern = useId();
  if (!isBar(series))
    return (
      <svg width={28} height={16} aria-hidden="true">
        <line data-line={series} x1={0} x2={28} y1={8} y2={8} />
        <circle data-dot={series} cx={14} cy={8} r={4} />
      </svg>
    );
  const isHatched = shapes[series] === 'hatched';
  return (
    <svg width={16} height={16} aria-hidden="true">
      {isHatched && <Hatching id={pattern} />}
      <rect
        data-bar={series}
        fill={isHatched ? `url(#${pattern})` : undefined}
        x={2}
        y={1}
        width={12}
        height={14}
      />
    </svg>
  );
}

const MAX_BAR_WIDTH = 28;
/** Pixels that a place needs for a dot on a line. */
const MIN_SLOT_FOR_DOTS = 16;

interface SeriesProps extends Places {
  readonly name: SeriesName;
  readonly places: readonly Place[];
}

interface BarsProps extends SeriesProps {
  readonly order: number;
  readonly count: number;
}

function Bars({ name, places, scale, slot, middle, order, count }: BarsProps) {
  const pattern = useId();
  const width = Math.min(MAX_BAR_WIDTH, (slot * 0.76) / count);
  const fromStart = (isRightToLeft() ? count - 1 - order : order) - count / 2;
  const isHatched = shapes[name] === 'hatched';
  return (
    <>
      {isHatched && <Hatching id={pattern} />}
      {places.map((place, index) => {
        const [zero, end] = [yOf(scale, 0n), yOf(scale, place[name] ?? 0n)];
        return (
          <rect
            key={place.id}
            data-bar={name}
            fill={isHatched ? `url(#${pattern})` : undefined}
            x={middle(index) + fromStart * width}
            width={width}
            y={Math.min(zero, end)}
            height={Math.abs(zero - end)}
          />
        );
      })}
    </>
  );
}

function Line({ name, places, scale, slot, middle }: SeriesProps) {
  const isArea = shapes[name] === 'area';
  const y = (place: Place) => yOf(scale, place[name] ?? 0n);
  const points = places.map((place, index) => `${middle(index)},${y(place)}`).join(' ');
  const baseline = yOf(scale, 0n);
  const hasDots = isArea || slot >= MIN_SLOT_FOR_DOTS || places.length === 1;
  return (
    <>
      {isArea && (
        <polygon
          data-area={name}
          points={`${middle(0)},${baseline} ${points} ${middle(places.length - 1)},${baseline}`}
        />
      )}
      <polyline data-line={name} points={points} />
      {hasDots &&
        places.map((place, index) =>
          isArea && (place[name] ?? 0n) === 0n ? null : (
            <circle key={place.id} data-dot={name} cx={middle(index)} cy={y(place)} r={4} />
          ),
        )}
    </>
  );
}

export interface PlotOptions<P extends Place> {
  readonly label: string;
  readonly scrollLabel: string;
  readonly textOf: (place: P) => string;
}

interface PlotProps<P extends Place> extends PlotOptions<P> {
  readonly series: readonly SeriesName[];
  readonly places: readonly P[];
  readonly describedBy: string;
  readonly details: string;
}

export function Plot<P extends Place>(props: PlotProps<P>) {
  const { series, places, label, scrollLabel, describedBy, details, textOf } = props;
  const scale = scaleOf(places.flatMap((place) => series.map((name) => place[name] ?? 0n)));
  const bars = series.filter(isBar);
  const { container, width } = useScrollContainer();
  const slot = Math.max(MIN_SLOT, width / Math.max(1, places.length));
  const whole = Math.floor(slot * places.length);
  const turned = isRightToLeft();
  const middle = (index: number) => (turned ? whole - (index + 0.5) * slot : (index + 0.5) * slot);
  return (
    <div data-picture>
      <Axis scale={scale} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section ref={container} data-scrolls aria-label={scrollLabel} tabIndex={0}>
        <svg
          role="img"
          aria-label={label}
          aria-describedby={describedBy}
          aria-details={details}
          width={whole}
          height={PLOT_HEIGHT}
          viewBox={`0 0 ${whole} ${PLOT_HEIGHT}`}
        >
          {scale.ticks.map((tick) => (
            <line
              key={String(tick)}
              data-grid={tick === 0n ? 'zero' : 'step'}
              x1={0}
              x2={whole}
              y1={yOf(scale, tick)}
              y2={yOf(scale, tick)}
            />
          ))}
          {bars.map((name, order) => (
            <Bars key={name} {...{ name, places, scale, slot, middle, order }} count={bars.length} />
          ))}
          {series
            .filter((name) => !isBar(name))
            .map((name) => (
              <Line key={name} {...{ name, places, scale, slot, middle }} />
            ))}
          {labelsOf(places, slot, whole).map(({ id, text, x, anchor }) => (
            <text key={id} x={turned ? whole - x : x} y={PLOT_HEIGHT - 8} textAnchor={anchor}>
              {isolated(text)}
            </text>
          ))}
          {places.map((place, index) => (
            <rect
              key={place.id}
              data-whole
              x={middle(index) - slot / 2}
              y={0}
              width={slot}
              height={PLOT_HEIGHT}
            >
              <title>{textOf(place)}</title>
            </rect>
          ))}
        </svg>
      </section>
    </div>
  );
}
