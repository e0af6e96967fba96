import { type Day, dayAfter, displayDay, effectiveDay, isDay, monthLater } from '../days.ts';
import type { Draft, Rule } from '../define-resource.ts';
import type { FieldMap } from '../fields.ts';
import { sentences } from '../texts/sentences.en.ts';

/** How long an enrolment of a kind without periods runs: bus and nursery are paid by the month (decision 133). */
const MONTHS_WITHOUT_PERIOD = 1;

const LAST_DAY = '9999-12-31';

function monthsOf(fields: FieldMap, { period }: Draft): number | undefined {
  if (!fields.period) return MONTHS_WITHOUT_PERIOD;
  const months = typeof period === 'string' ? Number(period) : 0;
  return months > 0 ? months : undefined;
}

/**
 * Last day of a term: the day before it would begin again. A month that lacks the day of the start ends it, so that
 * 31 January to 28 February is a month. `last_day_of_term` computes the same in SQL.
 */
export function lastDayOfTerm(first: Day, months: number): Day {
  const again = monthLater(first, months);
  if (again === '' || !isDay(again)) return LAST_DAY;
  return again.slice(8) === first.slice(8) ? dayAfter(again, -1) : again;
}

function firstDayOf({ custom_date, day, created_at }: Draft): Day | undefined {
  const given = [custom_date, day].find((one): one is string => typeof one === 'string' && one !== '');
  if (given === undefined && typeof created_at !== 'string') return undefined;
  const first = effectiveDay({ day: given, created_at: String(created_at) });
  return isDay(first) ? first : undefined;
}

export function endByPeriod(fields: FieldMap, draft: Draft): Day | undefined {
  const [first, months] = [firstDayOf(draft), monthsOf(fields, draft)];
  return first === undefined || months === undefined ? undefined : lastDayOfTerm(first, months);
}

export const endsAfterStart: Rule = (draft) => {
  const first = firstDayOf(draft);
  const { ends_on: last } = draft;
  if (first === undefined || typeof last !== 'string' || !isDay(last) || last >= first) return undefined;
  return { field: 'ends_on', message: sentences.endsBeforeStart({ start: displayDay(first) }) };
};

/** Decision 133. */
export const hasLeft = ({ left_on }: Draft, today: Day): boolean =>
  typeof left_on === 'string' && left_on !== '' && left_on <= today;
