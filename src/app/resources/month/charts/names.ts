import { inEachLanguage } from '#app/lib/direction.ts';
import type { Day } from '#contract/days.ts';
import { inDigits } from '#contract/digits.ts';

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
