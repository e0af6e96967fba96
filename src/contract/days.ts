import { inDigits } from './digits.ts';

/** yyyy-MM-dd, without a time zone. */
export type Day = string;

export const DAY_MS = 86_400_000;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for an existing day as yyyy-MM-dd, from 1900 on. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match || text < '1900-01-01') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The first year, and how many after this one: beyond them a year was typed wrong. */
export interface YearRange {
  readonly from: number;
  readonly later: number;
}
export const recorded: YearRange = { from: 2000, later: 1 };
export const planned: YearRange = { from: 2000, later: 10 };
export const born: YearRange = { from: 1900, later: 0 };

/** The years that there are, for a day that is not in one of them. */
export function yearsBeyond(day: Day, { from, later }: YearRange) {
  const [year, until] = [Number(day.slice(0, 4)), new Date().getUTCFullYear() + later];
  return year < from || year > until ? { from: String(from), until: String(until) } : undefined;
}

export function utcDay(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

/** The last day of a shorter month. Empty for text that is no day. */
export function monthLater(day: Day, months: number): Day {
  const match = DAY.exec(day);
  if (!match) return '';
  const [year, month, date] = [Number(match[1]), Number(match[2]) - 1 + months, Number(match[3])];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return utcDay(new Date(Date.UTC(year, month, Math.min(date, last))));
}

const two = (value: number) => String(value).padStart(2, '0');

/** "14:05" in the device's time zone. Intl takes 20 ms to load locales on slow devices. */
export const localTime = (instant: Date): string =>
  inDigits(`${two(instant.getHours())}:${two(instant.getMinutes())}`);

/** In the device's time zone, which defines "today". */
export function localDay(instant: Date): Day {
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** d/M/yyyy in UTC, in Latin digits, as an input takes it. */
export function typedDay(dayOrInstant: string): string {
  const date = new Date(dayOrInstant);
  if (Number.isNaN(date.getTime())) return '';
  return `${date.getUTCDate()}/${date.getUTCMonth() + 1}/${date.getUTCFullYear()}`;
}

/** d/M/yyyy in UTC (specification, section 2), in the chosen digits (decision 137). */
export const displayDay = (dayOrInstant: string): string => inDigits(typedDay(dayOrInstant));

/** custom_date, else created_at in UTC (decision 8). */
export function effectiveDay(record: { custom_date?: string | null; created_at: string }): Day {
  return record.custom_date || utcDay(new Date(record.created_at));
}
