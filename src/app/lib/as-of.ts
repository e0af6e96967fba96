import { displayDay, localDay, localTime } from '#contract/days.ts';
import { messages } from './messages.ts';

/**
 * Formats the time of the last answer in the user's time zone. Examples: "today at 14:05", "30/11/2026 at
 * 09:12".
 */
export function asOf(updatedAt: number, now: number): string {
  const then = new Date(updatedAt);
  const day = localDay(then);
  const time = localTime(then);
  return day === localDay(new Date(now))
    ? messages.asOfToday({ time })
    : messages.asOfDay({ day: displayDay(day), time });
}
