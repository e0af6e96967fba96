import type { RecordRow } from '#app/lib/record-row.ts';
import { effectiveDayOf } from './match-filters.ts';

const idOrder = new Intl.Collator('en', { numeric: true });

/**
 * Parses `created_at` to milliseconds since 1970; undefined where the server omits it. Its text cannot be
 * compared: a server that omits trailing zeros of a second writes 58.03 and 58.021.
 */
export function enteredAt({ created_at }: RecordRow): number | undefined {
  const time = typeof created_at === 'string' ? Date.parse(created_at) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Compares two records in the server's order (decision 3): effective day, creation time, id, all descending.
 */
export function newestFirst(a: RecordRow, b: RecordRow): number {
  const [day, otherDay] = [effectiveDayOf(a), effectiveDayOf(b)];
  if (day !== otherDay) return day > otherDay ? -1 : 1;
  return (enteredAt(b) ?? 0) - (enteredAt(a) ?? 0) || idOrder.compare(b.id, a.id);
}
