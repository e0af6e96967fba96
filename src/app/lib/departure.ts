import { currentDay } from '#app/lib/branch-day.ts';
import { displayDay } from '#contract/days.ts';
import { hasLeft } from '#contract/rules/term.ts';
import { messages } from './texts.en.ts';

/** "Left on 3/11/2026"; undefined for a person who is here (decision 133). */
export function departureOf(left_on: unknown): string | undefined {
  if (typeof left_on !== 'string' || left_on === '') return undefined;
  const values = { day: displayDay(left_on) };
  return hasLeft({ left_on }, currentDay()) ? messages.leftOn(values) : messages.leavesOn(values);
}
