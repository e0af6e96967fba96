import type { RecordRow } from '#app/lib/record-row.ts';
import { effectiveDayOf } from './match-filters.ts';

const ids = new Intl.Collator('en', { numeric: true });

/**
 * When a record was entered, in milliseconds since 1970; undefined where the host does not tell. Its text is no measure: a host that
 * leaves out the last noughts of a second writes 58.03 and 58.021.
 */
export function enteredAt({ created_at }: RecordRow): number | undefined {
  const at = typeof created_at === 'string' ? Date.parse(created_at) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** Compares two records as the host puts them in order (decision 3): the later day first, then what was entered later, then the higher id. */
export function newestFirst(one: RecordRow, other: RecordRow): number {
  const [day, otherDay] = [effectiveDayOf(one), effectiveDayOf(other)];
  if (day !== otherDay) return day > otherDay ? -1 : 1;
  return (enteredAt(other) ?? 0) - (enteredAt(one) ?? 0) || ids.compare(other.id, one.id);
}
