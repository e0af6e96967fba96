import { inEachLanguage } from '#app/lib/direction.ts';
import type { DayOfIncome } from '#contract/dashboard.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { formatMoney, type Piastres, parsePiastres, sum } from '#contract/money.ts';
import { messages } from './texts.en.ts';

const DAY_MS = 86_400_000;
/** Limits the chart of a month that was not ended to its newest days. */
const MAX_DAYS = 92;

/** Holds the income of one day, in piastres. */
export interface ChartedDay {
  /** yyyy-MM-dd. */
  readonly id: Day;
  /** "5 Nov" */
  readonly name: string;
  readonly income: Piastres;
}

interface ChartedDays {
  /** Every day of the month up to its end or today, oldest first. */
  readonly days: readonly ChartedDay[];
  /** Income dated outside of these days, in piastres. */
  readonly outside: Piastres;
}

const dayAndMonth = inEachLanguage(
  'en-GB',
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const instantOf = (day: Day) => Date.parse(`${day}T00:00:00Z`);

/**
 * Returns the days of a month with the income of each (decision 8).
 * @param span first day of the month, and its last day or, while it runs, today (UTC)
 */
export function chartedDays(incomeByDay: readonly DayOfIncome[], span: { from: Day; to: Day }): ChartedDays {
  const incomes = new Map(incomeByDay.map(({ day, income }) => [day, parsePiastres(income)]));
  const last = instantOf(span.to);
  const first = Math.max(instantOf(span.from), last - (MAX_DAYS - 1) * DAY_MS);
  const days: ChartedDay[] = [];
  for (let instant = first; instant <= last; instant += DAY_MS) {
    const id = utcDay(new Date(instant));
    days.push({ id, name: dayAndMonth().format(instant), income: incomes.get(id) ?? 0n });
  }
  const shown = sum(days.map(({ income }) => income));
  return { days, outside: sum([...incomes.values()]) - shown };
}

export const dayText = ({ name, income }: ChartedDay): string => `${name}: ${formatMoney(income)}`;

/**
 * Summarizes the chart: best day, income dated outside of it, pending income.
 * @param pendingIncome in piastres
 */
export function daysText({ days, outside }: ChartedDays, pendingIncome: Piastres): string {
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
