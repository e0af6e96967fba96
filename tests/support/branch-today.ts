import { type Day, dayOf } from '#contract/days.ts';

/** Of a branch that has set no zone. */
export const branchToday = (now = new Date()): Day => dayOf(now, { timeZone: 'Africa/Cairo', dayBegins: 0 });
