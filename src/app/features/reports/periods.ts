import type { Period } from '#app/reads/reports.ts';
import { DAY_MS, type Day, dayAfter, isDay, monthLater, weekdayOf } from '#contract/days.ts';

export const periodNames = ['today', 'week', 'month', 'lastMonth', 'quarter', 'year'] as const;
export type PeriodName = (typeof periodNames)[number];

const SATURDAY = 6;

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;
const firstOfYear = (day: Day): Day => `${day.slice(0, 5)}01-01`;

/** The Saturday on or before it: weeks begin as in the calendar. */
function firstOfWeek(day: Day): Day {
  return dayAfter(day, -((weekdayOf(day) - SATURDAY + 7) % 7));
}

function firstOfQuarter(day: Day): Day {
  const month = Number(day.slice(5, 7));
  return firstOfMonth(monthLater(firstOfMonth(day), -((month - 1) % 3)));
}

export function periodOf(name: PeriodName, today: Day): Period {
  if (name === 'lastMonth') {
    const first = firstOfMonth(today);
    return { from: monthLater(first, -1), until: dayAfter(first, -1) };
  }
  const starts = { today, week: firstOfWeek(today), month: firstOfMonth(today) };
  const from =
    name === 'quarter' ? firstOfQuarter(today) : name === 'year' ? firstOfYear(today) : starts[name];
  return { from, until: today };
}

const monthsBack: Readonly<Partial<Record<PeriodName, number>>> = {
  month: 1,
  quarter: 3,
  year: 12,
};

/**
 * Of 1 to 28 November 1 to 28 October, of a whole month the whole one before, else as many days before them.
 */
export function periodBefore({ from, until }: Period, name: PeriodName | undefined): Period {
  if (name === 'lastMonth') return { from: monthLater(from, -1), until: dayAfter(from, -1) };
  const months = name && monthsBack[name];
  if (months !== undefined) return { from: monthLater(from, -months), until: monthLater(until, -months) };
  const days = name === 'week' ? 7 : (Date.parse(until) - Date.parse(from)) / DAY_MS + 1;
  return { from: dayAfter(from, -days), until: dayAfter(until, -days) };
}

export const yearBefore = ({ from, until }: Period): Period => ({
  from: monthLater(from, -12),
  until: monthLater(until, -12),
});

interface AskedPeriod extends Period {
  readonly name: PeriodName | undefined;
}

/**
 * This month by default.
 * @param today, of the branch (decision 173)
 */
export function askedPeriod(address: URLSearchParams, today: Day): AskedPeriod {
  const [from, until] = [address.get('from') ?? '', address.get('until') ?? ''];
  if (isDay(from) && isDay(until) && from <= until) return { from, until, name: undefined };
  const name = periodNames.find((one) => one === address.get('period')) ?? 'month';
  return { ...periodOf(name, today), name };
}
