import { type ChartedDay, dayInWords } from './income-days.ts';
import { HEIGHT, yOf } from './plot-frame.ts';
import { PlotGrid, PlotLabels } from './plot-ground.tsx';
import { labelsOf } from './plot-labels.ts';
import type { Scale } from './scale.ts';

/** A day is never narrower than this, in pixels: more days than fit scroll sideways. */
const NARROWEST = 10;

interface IncomePlotProps {
  readonly days: readonly ChartedDay[];
  readonly scale: Scale;
  /** In CSS pixels. */
  readonly width: number;
  readonly describedBy: string;
  readonly details: string;
}

/** What came in on each day as a line, with a point for each day that brought something. */
export function IncomePlot({ days, scale, width, describedBy, details }: IncomePlotProps) {
  const slot = Math.max(NARROWEST, width / days.length);
  const whole = Math.floor(slot * days.length);
  const x = (place: number) => (place + 0.5) * slot;
  const points = days.map(({ income }, place) => `${x(place)},${yOf(scale, income)}`).join(' ');
  const ground = yOf(scale, 0n);

  return (
    <svg
      role="img"
      aria-label={`Line chart of the income of ${days.length === 1 ? 'one day' : `${days.length} days`}, in L.E.`}
      aria-describedby={describedBy}
      aria-details={details}
      width={whole}
      height={HEIGHT}
      viewBox={`0 0 ${whole} ${HEIGHT}`}
    >
      <PlotGrid scale={scale} width={whole} />
      <polygon data-area="income" points={`${x(0)},${ground} ${points} ${x(days.length - 1)},${ground}`} />
      <polyline data-line="income" points={points} />
      {days.map(({ id, income }, place) =>
        income === 0n ? null : (
          <circle key={id} data-dot="income" cx={x(place)} cy={yOf(scale, income)} r={4} />
        ),
      )}
      <PlotLabels labels={labelsOf(days, slot, whole)} />
      {days.map((day, place) => (
        <rect key={day.id} data-whole x={place * slot} y={0} width={slot} height={HEIGHT}>
          <title>{dayInWords(day)}</title>
        </rect>
      ))}
    </svg>
  );
}
