import { levels } from '../choices.ts';
import { type Day, dayAfter } from '../days.ts';
import type { Draft, Resource } from '../define-resource.ts';

/** Before the end of an enrolment in which it is called ending soon (decision 133). */
export const ENDING_SOON_DAYS = 14;

/** After the end of an enrolment in which the list of renewals still offers it. */
export const ENDED_DAYS = 30;

const NOT_TAKEN_OVER: ReadonlySet<string> = new Set([
  'receipt_number',
  'paid_amount',
  'payment_method',
  'payment_reference',
  'custom_date',
  'ends_on',
  'renews',
  'notes',
]);

function nextLevel(level: unknown): unknown {
  const place = levels.findIndex(({ value }) => value === level);
  return levels[place + 1]?.value ?? level;
}

/** The day after the last one; undefined where nothing tells it. */
const renewalStart = ({ ends_on: last }: Draft): Day | undefined =>
  typeof last === 'string' && last !== '' ? dayAfter(last) : undefined;

/**
 * The fields of the enrolment that goes on from another: the same at the next level, from the day after its end.
 * Receipt and payment are its own.
 * @param last with its id
 */
export function renewalOf({ fields }: Resource, last: Draft): Draft {
  const taken = Object.keys(fields).filter((name) => !NOT_TAKEN_OVER.has(name) && last[name] != null);
  return {
    ...Object.fromEntries(taken.map((name) => [name, name === 'level' ? nextLevel(last.level) : last[name]])),
    custom_date: renewalStart(last),
    renews: last.id,
  };
}
