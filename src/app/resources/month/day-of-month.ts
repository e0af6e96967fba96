import { utcDay } from '#contract/days.ts';

const DAY_MS = 86_400_000;

/** Which day of a month it is: 1 on the day it began (UTC). Undefined while its start is not known. */
export function dayOfMonth(startDate: string | null, now: Date): number | undefined {
  if (startDate === null) return undefined;
  const began = Date.parse(`${startDate.slice(0, 10)}T00:00:00Z`);
  const today = Date.parse(`${utcDay(now)}T00:00:00Z`);
  return Number.isNaN(began) ? undefined : Math.max(1, Math.round((today - began) / DAY_MS) + 1);
}
