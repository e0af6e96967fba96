import { useId } from 'react';
import { isRightToLeft } from '#app/lib/direction.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { formatMoney, type Piastres } from '#contract/money.ts';
import { ChartValues } from './chart.tsx';
import { Plot, scaleOf, yOf } from './plot.tsx';
import { messages } from './texts.en.ts';

/** Of a month, or of any other time; in piastres. */
export interface PlottedSums {
  readonly id: string;
  readonly name: string;
  readonly revenue: Piastres;
  readonly expenses: Piastres;
  /** Negative for a loss. */
  readonly profit: Piastres;
}

export const resultOf = ({ profit }: PlottedSums): string =>
  profit < 0n
    ? messages.lossOf({ amount: formatMoney(-profit) })
    : messages.profitOf({ amount: formatMoney(profit) });

/** In words, as parts of `monthSums`. */
export const partsOfSums = (sums: PlottedSums) => ({
  name: sums.name,
  revenue: formatMoney(sums.revenue),
  expenses: formatMoney(sums.expenses),
  result: resultOf(sums),
});

const sumsText = (sums: PlottedSums): string => messages.monthSums(partsOfSums(sums));

/** The hatching differs from revenue without colour as well. */
function ExpensesPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect data-hatch="ground" width={6} height={6} />
        <line data-hatch="stroke" x1={1} x2={1} y1={0} y2={6} />
      </pattern>
    </defs>
  );
}

export function SumsLegend() {
  const pattern = useId();
  return (
    <ul data-legend>
      <li>
        <svg width={16} height={16} aria-hidden="true">
          <rect data-bar="revenue" x={2} y={1} width={12} height={14} />
        </svg>
        {messages.revenue}
      </li>
      <li>
        <svg width={16} height={16} aria-hidden="true">
          <ExpensesPattern id={pattern} />
          <rect data-bar="expenses" fill={`url(#${pattern})`} x={2} y={1} width={12} height={14} />
        </svg>
        {messages.expenses}
      </li>
      <li>
        <svg width={28} height={16} aria-hidden="true">
          <line data-line="profit" x1={0} x2={28} y1={8} y2={8} />
          <circle data-dot="profit" cx={14} cy={8} r={4} />
        </svg>
        {messages.profit}
      </li>
    </ul>
  );
}

const MAX_BAR_WIDTH = 28;
/** Pixels that a month needs for a dot on the line. */
const MIN_SLOT_FOR_DOTS = 16;

interface SumsPlotProps<Place extends PlottedSums> {
  readonly places: readonly Place[];
  readonly label: string;
  readonly scrollLabel: string;
  readonly tooltipOf?: (place: Place) => string;
  readonly describedBy: string;
  readonly details: string;
}

export function SumsPlot<Place extends PlottedSums>({
  places,
  label,
  scrollLabel,
  describedBy,
  details,
  tooltipOf = sumsText,
}: SumsPlotProps<Place>) {
  const pattern = useId();
  const scale = scaleOf(places.flatMap(({ revenue, expenses, profit }) => [revenue, expenses, profit]));
  const y = (amount: Piastres) => yOf(scale, amount);
  /** From zero: upwards, and downwards where more was paid back than came in. */
  const barOf = (amount: Piastres) => {
    const [top, bottom] = amount < 0n ? [y(0n), y(amount)] : [y(amount), y(0n)];
    return { y: top, height: bottom - top };
  };
  return (
    <Plot
      places={places}
      scale={scale}
      label={label}
      scrollLabel={scrollLabel}
      describedBy={describedBy}
      details={details}
      tooltipOf={tooltipOf}
    >
      {({ slot, middle }) => {
        const width = Math.min(MAX_BAR_WIDTH, slot * 0.38);
        // Revenue comes first in the direction of reading.
        const [revenueOffset, expensesOffset] = isRightToLeft() ? [0, -width] : [-width, 0];
        return (
          <>
            <ExpensesPattern id={pattern} />
            {places.map(({ id, revenue, expenses }, index) => (
              <g key={id}>
                <rect
                  data-bar="revenue"
                  x={middle(index) + revenueOffset}
                  width={width}
                  {...barOf(revenue)}
                />
                <rect
                  data-bar="expenses"
                  fill={`url(#${pattern})`}
                  x={middle(index) + expensesOffset}
                  width={width}
                  {...barOf(expenses)}
                />
              </g>
            ))}
            <polyline
              data-line="profit"
              points={places.map(({ profit }, index) => `${middle(index)},${y(profit)}`).join(' ')}
            />
            {(slot >= MIN_SLOT_FOR_DOTS || places.length === 1) &&
              places.map(({ id, profit }, index) => (
                <circle key={id} data-dot="profit" cx={middle(index)} cy={y(profit)} r={4} />
              ))}
          </>
        );
      }}
    </Plot>
  );
}

interface SumsValuesProps {
  readonly id: string;
  readonly label: string;
  /** Head of the names. */
  readonly head: string;
  /** Oldest first; the newest are at the top. */
  readonly places: readonly PlottedSums[];
}

export function SumsValues({ id, label, head, places }: SumsValuesProps) {
  return (
    <ChartValues id={id} label={label} heads={[head, messages.revenue, messages.expenses, messages.profit]}>
      <tbody>
        {[...places].reverse().map((place) => (
          <tr key={place.id}>
            <th scope="row">
              <TypedText>{place.name}</TypedText>
            </th>
            {[place.revenue, place.expenses, place.profit].map((amount, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the three amounts have a fixed order
              <td key={index} data-amount>
                <bdi dir="ltr">{formatMoney(amount)}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ChartValues>
  );
}
