import { displayDay, localDay, localTime } from '#contract/days.ts';

/** When the device last had an answer, in words of the person's own clock: "today at 14:05", "30/11/2026 at 09:12". */
export function asOf(updatedAt: number, now: number): string {
  const then = new Date(updatedAt);
  const day = localDay(then);
  return `${day === localDay(new Date(now)) ? 'today' : displayDay(day)} at ${localTime(then)}`;
}
