import { dayAt, timeAt } from '#app/lib/branch-day.ts';
import { displayDay } from '#contract/days.ts';
import { messages } from './texts.en.ts';

/** In the user's time zone, with the day also of today, as on paper: "30/11/2026 at 09:12". */
export function onDay(instant: number): string {
  const then = new Date(instant);
  return messages.asOfDay({ day: displayDay(dayAt(then)), time: timeAt(then) });
}

/** In the user's time zone: "today at 14:05", "30/11/2026 at 09:12". */
export function asOf(updatedAt: number, now: number): string {
  const then = new Date(updatedAt);
  return dayAt(then) === dayAt(now) ? messages.asOfToday({ time: timeAt(then) }) : onDay(updatedAt);
}
