import { type Day, dayOf } from '#contract/days.ts';

/** Of a branch that has set no zone. */
export const branchToday = (): Day => dayOf(new Date(), { timeZone: 'Africa/Cairo', dayBegins: 0 });
