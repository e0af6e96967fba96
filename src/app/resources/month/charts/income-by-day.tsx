import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { dashboardQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import type { DayOfIncome } from '#contract/dashboard.ts';
import { utcDay } from '#contract/days.ts';
import { formatMoney, type Piastres, readPiastres } from '#contract/money.ts';
import type { Month } from '#contract/month.ts';
import { ChartCard } from './chart-card.tsx';
import { ChartValues } from './chart-values.tsx';
import { type ChartedDay, chartedDays, daysText, dayText } from './income-days.ts';
import { Axis, Plot, yOf } from './plot.tsx';
import { type Scale, scaleOf } from './scale.ts';
import { messages } from './texts.en.ts';
import { useScrollContainer } from './use-scroll-container.ts';

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

interface IncomeByDayProps {
  /** Pending income on this device, in piastres. */
  readonly pendingIncome: Piastres;
}

/**
 * Charts the income of each day of the current month. Renders nothing without a month, or if the server
 * sends no or unreadable amounts: a chart that lacks one would be wrong.
 */
export function IncomeByDay({ pendingIncome }: IncomeByDayProps) {
  const incomeByDay = useQuery(dashboardQuery()).data?.income_by_day;
  const [month] = useQuery(monthsQuery(1)).data?.results ?? [];
  if (!incomeByDay?.every(({ income }) => readPiastres(income) !== undefined) || !month?.start_date)
    return null;
  const from = month.start_date.slice(0, 10);
  const to = month.end_date?.slice(0, 10) ?? utcDay(new Date());
  return (
    <Chart
      incomeByDay={incomeByDay}
      month={month}
      span={{ from, to: to < from ? from : to }}
      pendingIncome={pendingIncome}
    />
  );
}

interface ChartProps extends IncomeByDayProps {
  readonly incomeByDay: readonly DayOfIncome[];
  readonly month: Month;
  readonly span: { readonly from: string; readonly to: string };
}

function Chart({ incomeByDay, month, span, pendingIncome }: ChartProps) {
  const charted = chartedDays(incomeByDay, span);
  const { days } = charted;
  const scale = scaleOf(days.map(({ income }) => income));
  const { container, width } = useScrollContainer();
  const about = useId();
  const values = useId();
  return (
    <ChartCard
      title={messages.incomeByDay}
      about={
        <>
          <bdi>{month.name}</bdi>. {daysText(charted, pendingIncome)}
        </>
      }
      aboutId={about}
    >
      <div data-picture>
        <Axis scale={scale} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <section ref={container} data-scrolls aria-label={messages.daysScroll} tabIndex={0}>
          <IncomePlot days={days} scale={scale} width={width} describedBy={about} details={values} />
        </section>
      </div>
      <ChartValues id={values} label={messages.incomeByDay} heads={[messages.day, messages.income]}>
        <tbody>
          {[...days].reverse().map(({ id, name, income }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td data-amount>
                <bdi dir="ltr">{formatMoney(income)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </ChartValues>
    </ChartCard>
  );
}
