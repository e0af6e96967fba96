import { dayAt, type Instant, timeAt } from '#app/lib/branch-day.ts';
import { displayDay } from '#contract/days.ts';
import { messages } from './texts.en.ts';

/** In the branch's time zone, with the day also of today, as on paper: "30/11/2026 at 09:12". */
export const onDay = (instant: Instant): string =>
  messages.asOfDay({ day: displayDay(dayAt(instant)), time: timeAt(instant) });

/** In the branch's time zone: "today at 14:05", "30/11/2026 at 09:12". */
export const asOf = (instant: Instant, now = Date.now()): string =>
  dayAt(instant) === dayAt(now) ? messages.asOfToday({ time: timeAt(instant) }) : onDay(instant);
