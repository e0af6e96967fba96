import type { BranchDetails } from '#contract/branch.ts';
import {
  type Calendar,
  type Day,
  dayOf,
  displayDay,
  effectiveDay,
  fixedZone,
  isTimeZone,
  offsetAt,
  timeOf,
  UTC,
} from '#contract/days.ts';
import type { Draft } from '#contract/define-resource.ts';
import { clockDifference } from './clock.ts';
import { messages } from './texts.en.ts';

// Days and times of the branch (decision 173), whatever zone and clock this device has.

type CalendarSource = () => Calendar | undefined;
let source: CalendarSource = () => undefined;

export function provideCalendar(calendar: CalendarSource): void {
  source = calendar;
}

export const calendarNow = (): Calendar =>
  source() ?? { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, dayBegins: 0 };

/** Minutes that the branch's zone was ahead of UTC at an instant, by the server. */
type ZoneOffset = NonNullable<BranchDetails['zone_offset']>;

/** The branch's zone, or one of the server's offset where the tz database of this device says otherwise. */
export function zoneHere(timeZone: string, known: ZoneOffset | undefined): string {
  const agrees = (zone: string) =>
    isTimeZone(zone) && (!known || offsetAt(new Date(known.at), zone) === known.minutes);
  return [timeZone, ...(known ? [fixedZone(known.minutes)] : [])].find(agrees) ?? UTC.timeZone;
}

/** A text is an instant of the server; a number has milliseconds by this device's clock, which may be wrong. */
type Instant = string | number;

export const serverTime = (instant: Instant): Date =>
  new Date(typeof instant === 'number' ? instant + clockDifference() : instant);

/** Milliseconds by this device's clock. */
export const deviceTime = (instant: string): number => Date.parse(instant) - clockDifference();

/** Empty for text that is no instant. */
export function dayAt(instant: Instant): Day {
  const time = serverTime(instant);
  return Number.isNaN(time.getTime()) ? '' : dayOf(time, calendarNow());
}

/** "14:05" */
export const timeAt = (instant: Instant): string => timeOf(serverTime(instant), calendarNow());

export const currentDay = (): Day => dayAt(Date.now());

const textIn = (record: Draft, name: string) => {
  const value = record[name];
  return typeof value === 'string' ? value : '';
};

/** The day that a record counts on; '' where it has none. */
export function effectiveDayOf(record: Draft): Day | '' {
  const created_at = textIn(record, 'created_at');
  if (created_at === '') return '';
  return effectiveDay({
    custom_date: textIn(record, 'custom_date'),
    day: textIn(record, 'day'),
    created_at,
  });
}

/** In the branch's time zone, with the day also of today, as on paper: "30/11/2026 at 09:12". */
export const onDay = (instant: Instant): string =>
  messages.asOfDay({ day: displayDay(dayAt(instant)), time: timeAt(instant) });

/** In the branch's time zone: "today at 14:05", "30/11/2026 at 09:12". */
export const asOf = (instant: Instant, now = Date.now()): string =>
  dayAt(instant) === dayAt(now) ? messages.asOfToday({ time: timeAt(instant) }) : onDay(instant);
