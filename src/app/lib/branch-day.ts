import { type Calendar, type Day, dayOf, effectiveDay, timeOf } from '#contract/days.ts';
import type { Draft } from '#contract/define-resource.ts';
import { clockDifference } from './clock.ts';

// Days and times of the branch (decision 173), whatever zone and clock this device has.

type CalendarSource = () => Calendar | undefined;
let source: CalendarSource = () => undefined;

/** @param calendar of the branch, as this device read it last; undefined on a server that tells none */
export function provideCalendar(calendar: CalendarSource): void {
  source = calendar;
}

export const calendarNow = (): Calendar =>
  source() ?? { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, dayBegins: 0 };

type Instant = Date | string | number;

/** Empty for text that is no instant. */
export function dayAt(instant: Instant): Day {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? '' : dayOf(date, calendarNow());
}

/** "14:05" */
export const timeAt = (instant: Instant): string => timeOf(new Date(instant), calendarNow());

/** Milliseconds since 1970, by the server's clock as far as it is known. */
export const serverNow = (): number => Date.now() + clockDifference();

export const currentDay = (): Day => dayAt(serverNow());

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
