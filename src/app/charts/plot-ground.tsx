import { HEIGHT, yOf } from './plot-frame.ts';
import type { labelsOf } from './plot-labels.ts';
import type { Scale } from './scale.ts';

/** A line across the picture at every step of the scale. */
export function PlotGrid({ scale, width }: { scale: Scale; width: number }) {
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
export function PlotLabels({ labels }: { labels: ReturnType<typeof labelsOf> }) {
  return labels.map(({ id, text, x, anchor }) => (
    <text key={id} x={x} y={HEIGHT - 8} textAnchor={anchor}>
      {text}
    </text>
  ));
}
