import { type ObservabilitySet, RangeSet } from 'dexie';
import type { OutboxDb } from './outbox-db.ts';

/** Holds what may have changed since the last read: entries by `seq`, or any. */
export type ChangedEntries = ReadonlySet<number> | 'any';

/**
 * Returns which entries a change of the device's databases concerns; undefined if it is of another database.
 * Any, if it names a range or everything, as for a page that the browser restores from its memory (fault 72).
 * @param parts the places that were written, as Dexie reports them
 */
export function changedEntries(
  { name, outbox }: OutboxDb,
  parts: ObservabilitySet,
): ChangedEntries | undefined {
  if ('all' in parts) return 'any';
  const own = Object.keys(parts).filter((part) => part.startsWith(`idb://${name}/`));
  if (own.length === 0) return undefined;
  const written = parts[`idb://${name}/${outbox.name}/`];
  if (!written) return new Set();
  const seqs = new Set<number>();
  for (const { from, to } of RangeSet(written)) {
    if (typeof from !== 'number' || from !== to) return 'any';
    seqs.add(from);
  }
  return seqs;
}

/** Joins the changes of two moments. */
export const joinChanges = (one: ChangedEntries, other: ChangedEntries): ChangedEntries =>
  one === 'any' || other === 'any' ? 'any' : new Set([...one, ...other]);
