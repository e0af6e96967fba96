import { useQuery } from '@tanstack/react-query';
import { currentDay } from '#app/lib/branch-day.ts';
import { dashboardQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { DayOfIncome } from '#contract/dashboard.ts';
import { type Day, dayAfter } from '#contract/days.ts';
import { formatMoney, type Piastres, parsePiastres, readPiastres, sum } from '#contract/money.ts';
import { Chart } from './chart.tsx';
import { dayName } from './sums.ts';
import { messages } from './texts.en.ts';

const MAX_DAYS = 92;

interface ChartedDay {
  readonly id: Day;
  readonly name: string;
  readonly income: Piastres;
}

interface ChartedDays {
  readonly days: readonly ChartedDay[];
  readonly outside: Piastres;
}

/** @param span first day of the month, and its last day or, while it runs, today */
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

interface IncomeByDayProps {
  readonly pendingIncome: Piastres;
}

/** Renders nothing without a month, or if an amount is missing or unreadable: a chart without it would be wrong. */
export function IncomeByDay({ pendingIncome }: IncomeByDayProps) {
  const incomeByDay = useQuery(dashboardQuery()).data?.income_by_day;
  const [month] = useQuery(monthsQuery(1)).data?.results ?? [];
  if (!incomeByDay?.every(({ income }) => readPiastres(income) !== undefined) || !month?.start_date)
    return null;
  const from = month.start_date.slice(0, 10);
  const to = month.end_date?.slice(0, 10) ?? currentDay();
  const charted = chartedDays(incomeByDay, { from, to: to < from ? from : to });
  return (
    <Chart
      title={messages.incomeByDay}
      about={
        <>
          <TypedText>{month.name}</TypedText>. {daysText(charted, pendingIncome)}
        </>
      }
      series={['income']}
      places={charted.days}
      plot={{
        label: messages.daysPlot({ count: charted.days.length }),
        scrollLabel: messages.daysScroll,
        textOf: dayText,
      }}
      head={messages.day}
      tableLabel={messages.incomeByDay}
    />
  );
}
