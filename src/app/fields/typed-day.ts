import { type Day, displayDay, isDay } from '#contract/days.ts';
import { toWesternDigits } from '#contract/money.ts';

const DAY_FIRST = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const YEAR_FIRST = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/;

/**
 * Parses a typed day: 30/11/2026, 30-11-2026 or 2026-11-30, in Western or Arabic-Indic digits.
 * @returns undefined if it is not a day of the calendar
 */
export function readTypedDay(typed: string): Day | undefined {
  const plain = toWesternDigits(typed).trim();
  const dayFirst = DAY_FIRST.exec(plain);
  const yearFirst = YEAR_FIRST.exec(plain);
  const [year = '', month = '', date = ''] = dayFirst
    ? [dayFirst[3], dayFirst[2], dayFirst[1]]
    : (yearFirst?.slice(1) ?? []);
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** Formats a form value for the field: day/month/year for a day, else unchanged. */
export function showTypedDay(value: string): string {
  return isDay(value) ? displayDay(value) : value;
}
