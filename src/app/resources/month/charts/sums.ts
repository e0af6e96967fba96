import { inEachLanguage } from '#app/lib/direction.ts';
import type { Day } from '#contract/days.ts';
import { inDigits } from '#contract/digits.ts';
import { formatMoney, type Piastres } from '#contract/money.ts';
import type { Place } from './plot.tsx';
import { messages } from './texts.en.ts';

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

export const resultOf = ({ profit }: Sums): string =>
  profit < 0n
    ? messages.lossOf({ amount: formatMoney(-profit) })
    : messages.profitOf({ amount: formatMoney(profit) });

const inWords = (sums: Sums) => ({
  name: sums.name,
  revenue: formatMoney(sums.revenue),
  expenses: formatMoney(sums.expenses),
  result: resultOf(sums),
});

export const sumsText = (sums: Sums): string => messages.monthSums(inWords(sums));

export const sumsTextSoFar = (sums: Sums): string => messages.runningMonthSums(inWords(sums));
