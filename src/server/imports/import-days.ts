import { type Calendar, dayAfter, dayOf as dayOfInstant, isDay, yearNow } from '#contract/days.ts';
import { toWesternDigits } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import { withoutUnseen } from '#contract/typed-text.ts';

/** How a column writes days. In one that writes both, 3/4/2015 may be either. */
export type DayOrder = 'day-first' | 'month-first' | 'both';

/** Without marks of direction, which our own copied texts and Arabic programs bring. */
export const plain = (typed: string) => toWesternDigits(withoutUnseen(typed)).trim();

const LOCALES = ['en-GB', 'en-US', 'ar-EG', 'ar-LB', 'fr'];

const months: ReadonlyMap<string, number> = new Map([
  ...LOCALES.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index): [string, number] => [
        foldForSearch(format.format(Date.UTC(2015, index, 15))).replace('.', ''),
        index + 1,
      ]);
    }),
  ),
  ['يونيه', 6],
  ['يوليه', 7],
]);

const SEPARATOR = String.raw`\s*[/.\\\p{Pd}\s]\s*`;
const NUMBERS = new RegExp(`^(\\d{1,4})${SEPARATOR}(\\d{1,2})${SEPARATOR}(\\d{1,4})\\.?$`, 'u');
const WITHOUT_SIGNS = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
const NAMED = /^(\d{1,4})?\W*?(\p{L}[\p{L} ]*)\W+(\d{1,4})(?:\W+(\d{4}))?$/u;
/** Days since 30 December 1899 between 1954 and 2064, as spreadsheets count them. */
const SERIAL = /^([2-5]\d{4})(?:\.\d+)?$/;
const DAY_ZERO = '1899-12-30';

/** Of two digits is the latest until next year. */
function yearOf(text: string): string {
  if (text.length !== 2) return text;
  const year = 2000 + Number(text);
  return String(year > yearNow() + 1 ? year - 100 : year);
}

function written(year: string, month: string | number, day: string): string | undefined {
  const text = `${yearOf(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}

const WITH_ZONE = /^(\d{4}-\d{2}-\d{2})[t ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:z|([+-]\d{2}):?(\d{2})?)$/i;

/** "2026-03-09T22:00:00Z", "2026-03-10 00:00:00+02". Undefined for a time without its zone. */
export function instantIn(typed: string): Date | undefined {
  const [, day, time, hours = '+00', minutes = '00'] = WITH_ZONE.exec(plain(typed)) ?? [];
  const instant = new Date(`${day}T${time}${hours}:${minutes}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

interface Readings {
  readonly dayFirst: string | undefined;
  readonly monthFirst: string | undefined;
}

const one = (day: string | undefined): Readings => ({ dayFirst: day, monthFirst: day });

function readingOfNamed(text: string): Readings {
  const [, before, word = '', first = '', last] = NAMED.exec(text) ?? [];
  const month = months.get(word.trim());
  if (month === undefined || (before === undefined) === (last === undefined)) return one(undefined);
  if (before === undefined) return one(written(last ?? '', month, first));
  return one(before.length === 4 ? written(before, month, first) : written(first, month, before));
}

function readingsOf(typed: string): Readings {
  const text = foldForSearch(plain(typed))
    .replace(/(?:t|\s[صم]?\s*)\d{1,2}:.*$/, '')
    .replace(/^\p{L}+[,،]\s*/u, '')
    .replace(/(?<=\d)(?:st|nd|rd|th)\b/, '')
    .trim();
  const [, serial] = SERIAL.exec(text) ?? [];
  if (serial !== undefined) return one(dayAfter(DAY_ZERO, Number(serial)));
  const [, first = '', second = '', third = ''] = NUMBERS.exec(text) ?? WITHOUT_SIGNS.exec(text) ?? [];
  if (first === '') return readingOfNamed(text.replace('.', ''));
  if (first.length === 4) return one(written(first, second, third));
  return { dayFirst: written(third, second, first), monthFirst: written(third, first, second) };
}

/** A day that can only be month and day decides, unless another one can only be day and month. */
export function dayOrderOf(column: Iterable<string>): DayOrder {
  const found = { dayFirst: false, monthFirst: false };
  for (const typed of column) {
    const { dayFirst, monthFirst } = readingsOf(typed);
    if (dayFirst && !monthFirst) found.dayFirst = true;
    if (monthFirst && !dayFirst) found.monthFirst = true;
  }
  if (!found.monthFirst) return 'day-first';
  return found.dayFirst ? 'both' : 'month-first';
}

/** 31/1/2026, 2026/1/31, 31-Jan-26, 46053, in any digits. With a zone the branch's day of that instant. */
export function dayOf(typed: string, calendar: Calendar, order: DayOrder = 'day-first') {
  const instant = instantIn(typed);
  if (instant) return { text: dayOfInstant(instant, calendar) };
  const { dayFirst, monthFirst } = readingsOf(typed);
  if (order === 'day-first') return { text: dayFirst ?? typed };
  if (order === 'month-first') return { text: monthFirst ?? typed };
  const text = dayFirst ?? monthFirst ?? typed;
  return monthFirst && monthFirst !== text ? { text, other: monthFirst } : { text };
}
