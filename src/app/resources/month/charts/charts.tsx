import { useQuery } from '@tanstack/react-query';
import { currentDay } from '#app/lib/branch-day.ts';
import { inEachLanguage } from '#app/lib/direction.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { dashboardQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import { useMonthHistory } from '#app/reads/months.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { DayOfIncome } from '#contract/dashboard.ts';
import { type Day, dayAfter } from '#contract/days.ts';
import { inDigits } from '#contract/digits.ts';
import { formatMoney, type Piastres, parsePiastres, readPiastres, sum } from '#contract/money.ts';
import { type Figures, figures, type Month } from '#contract/month.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from '../texts.en.ts';
import { Chart } from './chart.tsx';
import type { Place } from './plot.tsx';

const dayAndMonth = inEachLanguage(
  'en-GB',
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const monthAndYear = inEachLanguage(
  'en-GB',
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
);
const instantOf = (day: Day) => Date.parse(`${day}T00:00:00Z`);

/** "5 Nov". */
export const dayName = (day: Day): string => inDigits(dayAndMonth().format(instantOf(day)));

/** "Nov 2026". */
export const monthName = (day: Day): string => inDigits(monthAndYear().format(instantOf(day)));

export interface Sums extends Place {
  readonly revenue: Piastres;
  readonly expenses: Piastres;
  readonly profit: Piastres;
}

export const sumsSeries = ['revenue', 'expenses', 'profit'] as const;

const resultOf = ({ profit }: Sums): string =>
  profit < 0n
    ? messages.charts.lossOf({ amount: formatMoney(-profit) })
    : messages.charts.profitOf({ amount: formatMoney(profit) });

const inWords = (sums: Sums) => ({
  name: sums.name,
  revenue: formatMoney(sums.revenue),
  expenses: formatMoney(sums.expenses),
  result: resultOf(sums),
});

export const sumsText = (sums: Sums): string => messages.charts.monthSums(inWords(sums));

const sumsTextSoFar = (sums: Sums): string => messages.charts.runningMonthSums(inWords(sums));

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
      ? messages.charts.bestDay({ day: best.name, amount: formatMoney(best.income) })
      : messages.charts.noIncome,
    outside === 0n ? '' : messages.charts.outsideIncome({ amount: formatMoney(outside) }),
    pendingIncome === 0n ? '' : messages.charts.pendingIncome({ amount: formatMoney(pendingIncome) }),
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
      title={messages.charts.incomeByDay}
      about={
        <>
          <TypedText>{month.name}</TypedText>. {daysText(charted, pendingIncome)}
        </>
      }
      series={['income']}
      places={charted.days}
      plot={{
        label: messages.charts.daysPlot({ count: charted.days.length }),
        scrollLabel: messages.charts.daysScroll,
        textOf: dayText,
      }}
      head={messages.charts.day}
      tableLabel={messages.charts.incomeByDay}
    />
  );
}

interface ChartedMonth extends Sums {
  readonly running: boolean;
}

/**
 * @param months newest first, as in lists
 * @returns oldest first
 */
function chartedMonths(months: readonly Month[]): ChartedMonth[] {
  return months
    .flatMap((month): ChartedMonth[] => {
      const { id, name, status } = month;
      const [revenue, expenses, profit] = [month.revenue, month.expenses, month.total_net_profit].map(
        readPiastres,
      );
      if (revenue === undefined || expenses === undefined || profit === undefined) return [];
      return [{ id, name, running: status === 'running', revenue, expenses, profit }];
    })
    .reverse();
}

const monthText = (month: ChartedMonth): string => (month.running ? sumsTextSoFar(month) : sumsText(month));

/** @param months oldest first */
function monthsText(months: readonly ChartedMonth[]): string {
  const byProfit = months
    .filter(({ running }) => !running)
    .sort((one, other) => (one.profit < other.profit ? 1 : one.profit > other.profit ? -1 : 0));
  const [best] = byProfit;
  const weakest = byProfit.at(-1);
  const newest = months.at(-1);
  if (!best || !weakest || best === weakest) return newest ? `${monthText(newest)}.` : '';
  return messages.charts.bestAndWeakest({
    best: best.name,
    bestResult: resultOf(best),
    weakest: weakest.name,
    weakestResult: resultOf(weakest),
  });
}

export interface MonthsChartProps {
  /** A table on the page with the same months. Without one, or if it has fewer, the chart renders its own. */
  readonly table?: { readonly id: string; readonly months: number };
}

export function MonthsChart({ table }: MonthsChartProps) {
  const { months: newestFirst, count } = useMonthHistory();
  const months = chartedMonths(newestFirst);
  if (months.length === 0) return null;
  const coverage =
    months.length < count ? ` ${messages.charts.newestMonths({ shown: months.length, count })}` : '';
  const hasOwnTable = !table || table.months < months.length;
  return (
    <Chart
      title={messages.charts.monthsTitle}
      about={`${monthsText(months)}${coverage}`}
      series={sumsSeries}
      places={months}
      plot={{
        label: messages.charts.monthsPlot({ count: months.length }),
        scrollLabel: messages.charts.monthsScroll,
        textOf: monthText,
      }}
      head={appMessages.month}
      tableLabel={messages.charts.monthsTable}
      table={hasOwnTable ? undefined : table.id}
    />
  );
}

function kindsOf(month: Figures) {
  const revenue = figures.filter(({ group }) => group === 'revenue').map(({ name }) => name);
  return resourceNames
    .map(resourceOf)
    .flatMap(({ name: id, plural, cash }) => {
      const figure = revenue.find((name) => name === cash?.figure);
      const amount = figure && readPiastres(month[figure]);
      return amount === undefined ? [] : [{ id, name: plural, revenue: amount }];
    })
    .sort((one, other) => (one.revenue < other.revenue ? 1 : one.revenue > other.revenue ? -1 : 0));
}

export function RevenueByKind() {
  const [month] = useQuery(monthsQuery(1)).data?.results ?? [];
  if (!month) return null;
  const kinds = kindsOf(month);
  const hasRevenue = (kinds[0]?.revenue ?? 0n) > 0n;
  return (
    <Chart
      title={messages.charts.revenueByKind}
      about={
        hasRevenue ? <TypedText>{month.name}</TypedText> : messages.charts.noRevenue({ month: month.name })
      }
      series={['revenue']}
      places={kinds}
      head={messages.charts.kind}
      tableLabel={messages.charts.revenueByKind}
    />
  );
}
