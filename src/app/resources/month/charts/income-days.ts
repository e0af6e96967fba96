import type { DayOfIncome } from '#contract/dashboard.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { formatMoney, type Piastres, parsePiastres, sum } from '#contract/money.ts';

const DAY_MS = 86_400_000;
/** A month that nobody has ended for longer than this shows its newest days alone. */
const MOST_DAYS = 92;

/** One day of a month's income, in piastres. */
export interface ChartedDay {
  /** yyyy-MM-dd. */
  readonly id: Day;
  /** "5 Nov" */
  readonly name: string;
  readonly income: Piastres;
}

interface ChartedDays {
  /** Every day of the month up to its end, or to today, oldest first. */
  readonly days: readonly ChartedDay[];
  /** What is dated outside of them, in piastres. */
  readonly elsewhere: Piastres;
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const instantOf = (day: Day) => Date.parse(`${day}T00:00:00Z`);

/**
 * The days of a month, with what came in on each (decision 8 says which day that is).
 * @param span the first day of the month, and the last, or today while it runs (UTC)
 */
export function chartedDays(found: readonly DayOfIncome[], span: { from: Day; to: Day }): ChartedDays {
  const incomes = new Map(found.map(({ day, income }) => [day, parsePiastres(income)]));
  const last = instantOf(span.to);
  const first = Math.max(instantOf(span.from), last - (MOST_DAYS - 1) * DAY_MS);
  const days: ChartedDay[] = [];
  for (let instant = first; instant <= last; instant += DAY_MS) {
    const id = utcDay(new Date(instant));
    days.push({ id, name: dayAndMonth.format(instant), income: incomes.get(id) ?? 0n });
  }
  const shown = sum(days.map(({ income }) => income));
  return { days, elsewhere: sum([...incomes.values()]) - shown };
}

export const dayText = ({ name, income }: ChartedDay): string => `${name}: ${formatMoney(income)}`;

/** What a look at the chart tells: the best day, and what else one must know of the sum. @param waiting in piastres */
export function daysText({ days, elsewhere }: ChartedDays, waiting: Piastres): string {
  const best = days.reduce((top, day) => (top && top.income >= day.income ? top : day), days[0]);
  return [
    best && best.income > 0n
      ? `Most came in on ${best.name}: ${formatMoney(best.income)}.`
      : 'Nothing has come in on these days.',
    elsewhere === 0n ? '' : `${formatMoney(elsewhere)} is dated before or after these days.`,
    waiting === 0n ? '' : `${formatMoney(waiting)} that waits to be sent is not in it yet.`,
  ]
    .filter(Boolean)
    .join(' ');
}
