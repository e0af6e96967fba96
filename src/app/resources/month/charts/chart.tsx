import { type ReactNode, useId } from 'react';
import { isRightToLeft } from '#app/lib/direction.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { inDigits } from '#contract/digits.ts';
import { formatMoney, type Piastres, sum } from '#contract/money.ts';
import { messages } from '../texts.en.ts';
import chartStyles from './chart.module.css';
import { Mark, type Place, Plot, type PlotOptions, type SeriesName } from './plot.tsx';

interface PartsProps {
  readonly series: SeriesName;
  readonly places: readonly Place[];
}

function Parts({ series, places }: PartsProps) {
  const amounts = places.map((place) => place[series] ?? 0n);
  const largest = amounts.reduce((top, amount) => (amount > top ? amount : top), 0n);
  const percentOf = (amount: Piastres) =>
    largest > 0n && amount > 0n ? Number((amount * 1000n) / largest) / 10 : 0;
  return (
    <ul data-parts>
      {places.map(({ id, name }, index) => {
        const amount = amounts[index] ?? 0n;
        const percent = percentOf(amount);
        return (
          <li key={id}>
            <span>{name}</span>
            <span data-amount dir="ltr">
              {formatMoney(amount)}
            </span>
            <svg width="100%" height={10} aria-hidden="true">
              <rect data-ground width="100%" height={10} rx={3} />
              <rect
                data-bar={series}
                x={isRightToLeft() ? `${100 - percent}%` : 0}
                width={`${percent}%`}
                height={10}
                rx={3}
              />
            </svg>
          </li>
        );
      })}
    </ul>
  );
}

function shareOf(amount: Piastres, total: Piastres): string {
  const tenths = total > 0n ? (amount * 2000n + total) / (total * 2n) : 0n;
  return inDigits(`${tenths / 10n}.${tenths % 10n} %`);
}

const Amount = ({ children }: { readonly children: ReactNode }) => (
  <td data-amount>
    <bdi dir="ltr">{children}</bdi>
  </td>
);

interface ValuesProps {
  readonly id: string;
  readonly label: string;
  readonly head: string;
  readonly series: readonly SeriesName[];
  readonly places: readonly Place[];
  readonly hasShares: boolean;
}

function Values({ id, label, head, series, places, hasShares }: ValuesProps) {
  const totals = series.map((name) => sum(places.map((place) => place[name] ?? 0n)));
  const heads = [
    ...series.map((name) => messages.charts[name]),
    ...(hasShares ? [messages.charts.share] : []),
  ];
  return (
    <details id={id}>
      <summary>{messages.charts.showTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section data-values aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {heads.map((text) => (
                <th key={text} scope="col" data-amount>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map((place) => (
              <tr key={place.id}>
                <th scope="row">
                  <TypedText>{place.name}</TypedText>
                </th>
                {series.map((name) => (
                  <Amount key={name}>{formatMoney(place[name] ?? 0n)}</Amount>
                ))}
                {hasShares &&
                  series.map((name, index) => (
                    <Amount key={name}>{shareOf(place[name] ?? 0n, totals[index] ?? 0n)}</Amount>
                  ))}
              </tr>
            ))}
          </tbody>
          {hasShares && (
            <tfoot>
              <tr>
                <th scope="row">{messages.charts.total}</th>
                {series.map((name, index) => (
                  <Amount key={name}>{formatMoney(totals[index] ?? 0n)}</Amount>
                ))}
                <td />
              </tr>
            </tfoot>
          )}
        </table>
      </section>
    </details>
  );
}

interface ChartProps<P extends Place> {
  readonly title: string;
  readonly about: ReactNode;
  readonly series: readonly [SeriesName, ...SeriesName[]];
  readonly places: readonly P[];
  /** Of a chart over time; without it the first series is drawn as the parts of a whole, in their order. */
  readonly plot?: PlotOptions<P>;
  readonly head: string;
  readonly tableLabel: string;
  /** Id of a table on the page that has the same amounts. */
  readonly table?: string | undefined;
}

export function Chart<P extends Place>(props: ChartProps<P>) {
  const { title, about, series, places, plot, head, tableLabel, table } = props;
  const heading = useId();
  const aboutId = useId();
  const ownTable = useId();
  return (
    <figure className={chartStyles.chart} aria-labelledby={heading}>
      <figcaption>
        <h2 id={heading}>{title}</h2>
        <p id={aboutId}>{about}</p>
      </figcaption>
      {series.length > 1 && (
        <ul data-legend>
          {series.map((name) => (
            <li key={name}>
              <Mark series={name} />
              {messages.charts[name]}
            </li>
          ))}
        </ul>
      )}
      {plot ? (
        <Plot {...plot} series={series} places={places} describedBy={aboutId} details={table ?? ownTable} />
      ) : (
        <Parts series={series[0]} places={places} />
      )}
      {table === undefined && (
        <Values
          id={ownTable}
          label={tableLabel}
          head={head}
          series={series}
          places={plot ? places.toReversed() : places}
          hasShares={!plot}
        />
      )}
    </figure>
  );
}
