import { type ChartedDay, dayText } from './income-days.ts';
import { messages } from './messages.ts';
import { Plot, yOf } from './plot.tsx';
import type { Scale } from './scale.ts';

interface IncomePlotProps {
  readonly days: readonly ChartedDay[];
  readonly scale: Scale;
  /** In CSS pixels. */
  readonly width: number;
  readonly describedBy: string;
  readonly details: string;
}

/** Draws the income by day as a line with dots. A day without income has no dot. */
export function IncomePlot({ days, scale, ...rest }: IncomePlotProps) {
  const baseline = yOf(scale, 0n);
  return (
    <Plot
      places={days}
      scale={scale}
      label={messages.daysPlot({ count: days.length })}
      tooltipOf={dayText}
      {...rest}
    >
      {({ middle }) => {
        const points = days.map(({ income }, index) => `${middle(index)},${yOf(scale, income)}`).join(' ');
        const [first, last] = [middle(0), middle(days.length - 1)];
        return (
          <>
            <polygon data-area="income" points={`${first},${baseline} ${points} ${last},${baseline}`} />
            <polyline data-line="income" points={points} />
            {days.map(({ id, income }, index) =>
              income === 0n ? null : (
                <circle key={id} data-dot="income" cx={middle(index)} cy={yOf(scale, income)} r={4} />
              ),
            )}
          </>
        );
      }}
    </Plot>
  );
}
