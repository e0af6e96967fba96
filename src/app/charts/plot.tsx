import type { ReactNode } from 'react';
import { HEIGHT } from './plot-frame.ts';
import { PlotGrid, PlotLabels } from './plot-ground.tsx';
import { labelsOf, type Named } from './plot-labels.ts';
import type { Scale } from './scale.ts';

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
      height={HEIGHT}
      viewBox={`0 0 ${whole} ${HEIGHT}`}
    >
      <PlotGrid scale={scale} width={whole} />
      {children({ slot, middle: (place) => (place + 0.5) * slot })}
      <PlotLabels labels={labelsOf(places, slot, whole)} />
      {places.map((place, at) => (
        <rect key={place.id} data-whole x={at * slot} y={0} width={slot} height={HEIGHT}>
          <title>{wordsOf(place)}</title>
        </rect>
      ))}
    </svg>
  );
}
