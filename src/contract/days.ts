import { inDigits } from './digits.ts';

/** yyyy-MM-dd, without a time zone. */
export type Day = string;

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const inTwo = (number: number) => String(Math.floor(number)).padStart(2, '0');

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

export const yearNow = (): number => new Date().getUTCFullYear();

export function yearsBeyond(day: Day, { from, later }: YearRange) {
  const [year, until] = [Number(day.slice(0, 4)), yearNow() + later];
  return year < from || year > until ? { from: String(from), until: String(until) } : undefined;
}

export function utcDay(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

export const dayAfter = (day: Day, days = 1): Day => utcDay(new Date(Date.parse(day) + days * DAY_MS));

export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Decides which day an instant belongs to (decision 173). */
export interface Calendar {
  readonly timeZone: string;
  /** Hour, 0 to 11, at which a day of the branch begins. Earlier hours belong to the day before. */
  readonly dayBegins: number;
}

export const UTC: Calendar = { timeZone: 'UTC', dayBegins: 0 };
export const LAST_HOUR_OF_BEGINNING = 11;

/** Abbreviations and bare offsets mean other times to a database than to a browser. */
const ZONE_NAME = /^(?:UTC|[a-z]\w*\/[\w+\-/]+)$/i;

export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time on that zone's clocks, read as if it were UTC; whole minutes, because offsets are. */
function wallClock(instant: Date, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const parts = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    } as const;
    clock = new Intl.DateTimeFormat('en', { ...parts, timeZone, hourCycle: 'h23', calendar: 'gregory' });
    clocks.set(timeZone, clock);
  }
  const [month = 1, day, year = 0, hour, minute] = clock
    .formatToParts(instant)
    .flatMap(({ type, value }) => (type === 'literal' ? [] : [Number(value)]));
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** Minutes that a zone's clocks are ahead of UTC. */
export const offsetAt = (instant: Date, timeZone: string): number =>
  wallClock(instant, timeZone) / MINUTE_MS - Math.floor(instant.getTime() / MINUTE_MS);

export const fixedZone = (minutes: number): string =>
  minutes % 60 === 0
    ? `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes / 60)}`
    : `${minutes > 0 ? '+' : '-'}${inTwo(Math.abs(minutes / 60))}:${inTwo(Math.abs(minutes % 60))}`;

/** The branch's day of an instant. @throws {RangeError} for an instant that does not exist */
export function dayOf(instant: Date, { timeZone, dayBegins }: Calendar): Day {
  return utcDay(new Date(wallClock(instant, timeZone) - dayBegins * HOUR_MS));
}

/** "14:05" in the branch's time zone, in the chosen digits. */
export const timeOf = (instant: Date, { timeZone }: Pick<Calendar, 'timeZone'>): string =>
  inDigits(new Date(wallClock(instant, timeZone)).toISOString().slice(11, 16));

/** The first instant of a day, and so the end of the day before: a day has 23, 24 or 25 hours. */
export function startOfDay(day: Day, calendar: Calendar): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + calendar.dayBegins * HOUR_MS;
  const offsetAt = (time: number) => wallClock(new Date(time), calendar.timeZone) - time;
  // A gap in the wall clock takes the offset before it, an hour that comes twice the earlier one.
  const [first = wall, second = wall] = [wall - DAY_MS, wall + DAY_MS]
    .map((near) => wall - offsetAt(near))
    .sort((a, b) => a - b);
  return new Date(dayOf(new Date(first), calendar) === day ? first : second);
}

/** The last day of a shorter month. Empty for text that is no day. */
export function monthLater(day: Day, months: number): Day {
  const match = DAY.exec(day);
  if (!match) return '';
  const [year, month, date] = [Number(match[1]), Number(match[2]) - 1 + months, Number(match[3])];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return utcDay(new Date(Date.UTC(year, month, Math.min(date, last))));
}

/** d/M/yyyy in UTC, in Latin digits, as an input takes it. */
export function typedDay(dayOrInstant: string): string {
  const date = new Date(dayOrInstant);
  if (Number.isNaN(date.getTime())) return '';
  return `${date.getUTCDate()}/${date.getUTCMonth() + 1}/${date.getUTCFullYear()}`;
}

/** d/M/yyyy in UTC (specification, section 2), in the chosen digits (decision 137). */
export const displayDay = (dayOrInstant: string): string => inDigits(typedDay(dayOrInstant));

export interface Dated {
  readonly custom_date?: string | null;
  /** The branch's day on which it came (decision 173); absent on a server that does not tell it. */
  readonly day?: string | null;
  readonly created_at: string;
}

/** The day that a record counts on; without any other, that of created_at in UTC (decision 8). */
export const effectiveDay = ({ custom_date, day, created_at }: Dated): Day =>
  custom_date || day || utcDay(new Date(created_at));
