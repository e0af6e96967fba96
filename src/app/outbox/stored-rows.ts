import type { OutboxDb } from './outbox-db.ts';
import type { StoredRow } from './outbox-row.ts';

/** So many places more than are asked for are still read in one piece. */
const GAPS = 8;

/**
 * The stored rows at these places, undefined where there is none. What is sent in order of arrival stands side by side: one request for
 * the whole stretch takes the database as long as one for a single row.
 */
export async function storedRows(
  db: OutboxDb,
  places: readonly number[],
): Promise<readonly (StoredRow | undefined)[]> {
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (places.length < 2 || last - first >= places.length + GAPS) return db.outbox.bulkGet([...places]);
  const stretch = await db.outbox.where(':id').between(first, last, true, true).toArray();
  const bySeq = new Map(stretch.map((row) => [row.seq, row]));
  return places.map((seq) => bySeq.get(seq));
}
