import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { currentDay } from '#app/lib/branch-day.ts';
import { dashboardQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { DayOfIncome } from '#contract/dashboard.ts';
import { type Day, dayAfter } from '#contract/days.ts';
import { formatMoney, type Piastres, parsePiastres, readPiastres, sum } from '#contract/money.ts';
import { ChartCard, ChartValues } from './chart.tsx';
import { dayName } from './names.ts';
import { Plot, scaleOf, yOf } from './plot.tsx';
import { messages } from './texts.en.ts';

const MAX_DAYS = 92;

/** In piastres. */
interface ChartedDay {
  /** yyyy-MM-dd. */
  readonly id: Day;
  /** "5 Nov". */
  readonly name: string;
  readonly income: Piastres;
}

interface ChartedDays {
  /** Every day of the month up to its end or today, oldest first. */
  readonly days: readonly ChartedDay[];
  /** Income dated outside of these days, in piastres. */
  readonly outside: Piastres;
}

/**
 * Decision 8.
 * @param span first day of the month, and its last day or, while it runs, today
 */
function chartedDays(incomeByDay: readonly DayOfIncome[], span: { from: Day; to: Day }): ChartedDays {
  const incomes = new Map(incomeByDay.map(({ day, income }) => [day, parsePiastres(income)]));
  const earliest = dayAfter(span.to, 1 - MAX_DAYS);
  const days: ChartedDay[] = [];
  for (let id = span.from > earliest ? span.from : earliest; id <= span.to; id = dayAfter(id)) {
    days.push({ id, name: dayName(id), income: incomes.get(id) ?? 0n });
  }
  const shown = sum(days.map(({ income }) => income));
  return { days, outside: sum([...incomes.values()]) - shown };
}

const dayText = ({ name, income }: ChartedDay): string => `${name}: ${formatMoney(income)}`;

/** @param pendingIncome in piastres */
function daysText({ days, outside }: ChartedDays, pendingIncome: Piastres): string {
  const best = days.reduce((top, day) => (top && top.income >= day.income ? top : day), days[0]);
  return [
    best && best.income > 0n
      ? messages.bestDay({ day: best.name, amount: formatMoney(best.income) })
      : messages.noIncome,
    outside === 0n ? '' : messages.outsideIncome({ amount: formatMoney(outside) }),
    pendingIncome === 0n ? '' : messages.pendingIncome({ amount: formatMoney(pendingIncome) }),
  ]
    .filter(Boolean)
    .join(' ');
}

interface IncomePlotProps {
  readonly days: readonly ChartedDay[];
  readonly describedBy: string;
  readonly details: string;
}

function IncomePlot({ days, describedBy, details }: IncomePlotProps) {
  const scale = scaleOf(days.map(({ income }) => income));
  const baseline = yOf(scale, 0n);
  return (
    <Plot
      places={days}
      scale={scale}
      label={messages.daysPlot({ count: days.length })}
      scrollLabel={messages.daysScroll}
      describedBy={describedBy}
      details={details}
      tooltipOf={dayText}
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
  readonly pendingIncome: Piastres;
}

/** Renders nothing without a month, or if an amount is missing or unreadable: a chart without it would be wrong. */
export function IncomeByDay({ pendingIncome }: IncomeByDayProps) {
  const incomeByDay = useQuery(dashboardQuery()).data?.income_by_day;
  const [month] = useQuery(monthsQuery(1)).data?.results ?? [];
  const about = useId();
  const values = useId();
  if (!incomeByDay?.every(({ income }) => readPiastres(income) !== undefined) || !month?.start_date)
    return null;
  const from = month.start_date.slice(0, 10);
  const to = month.end_date?.slice(0, 10) ?? currentDay();
  const charted = chartedDays(incomeByDay, { from, to: to < from ? from : to });
  return (
    <ChartCard
      title={messages.incomeByDay}
      about={
        <>
          <TypedText>{month.name}</TypedText>. {daysText(charted, pendingIncome)}
        </>
      }
      aboutId={about}
    >
      <IncomePlot days={charted.days} describedBy={about} details={values} />
      <ChartValues id={values} label={messages.incomeByDay} heads={[messages.day, messages.income]}>
        <tbody>
          {[...charted.days].reverse().map(({ id, name, income }) => (
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
