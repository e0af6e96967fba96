import { utcDay } from '#contract/days.ts';

const DAY_MS = 86_400_000;

/** Returns the day of a month: 1 on its first day (UTC). Undefined if its start is unknown. */
export function dayOfMonth(startDate: string | null, now: Date): number | undefined {
  if (startDate === null) return undefined;
  const began = Date.parse(`${startDate.slice(0, 10)}T00:00:00Z`);
  const today = Date.parse(`${utcDay(now)}T00:00:00Z`);
  return Number.isNaN(began) ? undefined : Math.max(1, Math.round((today - began) / DAY_MS) + 1);
}
