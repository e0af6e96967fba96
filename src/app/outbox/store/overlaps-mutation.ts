import { currentOwner, type Owner } from '#app/api/session.ts';
import type { ReadInterval } from '#app/cache/snapshot.ts';
import { writtenResources } from '#app/outbox/model/line-bodies.ts';
import { affectsOtherResource, visibilityIn } from '#app/outbox/model/visibility.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { StoredEntry } from '../model/entry.ts';
import { outboxDb } from './outbox-db.ts';
import { readEntries } from './queries.ts';

/**
 * Limits how many attempts of an entry delay a read. A failing entry must not keep a screen stale forever.
 */
const MAX_ATTEMPTS = 5;

function affects(name: string, about: string): boolean {
  if (about === 'figures') return isResourceName(name) && resourceOf(name).cash !== undefined;
  return name === about || affectsOtherResource(name, about);
}

/**
 * Returns entries in flight, of unknown outcome, or acknowledged after a read began, without earlier settled
 * ones.
 */
async function entriesAround({ ownerId }: Owner, { began }: ReadInterval): Promise<StoredEntry[]> {
  const { outbox } = outboxDb();
  const lists = await Promise.all([
    outbox.where('[ownerId+state]').equals([ownerId, 'sending']).toArray(),
    outbox.where('[ownerId+state]').equals([ownerId, 'unknown']).toArray(),
    outbox.where('[ownerId+acknowledgedAt]').between([ownerId, began], [ownerId, Infinity]).toArray(),
  ]);
  return lists.flat();
}

/**
 * Returns whether it is unknown if a snapshot with this read interval contains an entry of the signed-in
 * user.
 */
export async function overlapsMutation(about: string, interval: ReadInterval): Promise<boolean> {
  const owner = currentOwner();
  if (!owner) return false;
  const stored = await entriesAround(owner, interval).catch(() => []);
  return readEntries(owner, stored).some(
    (entry) =>
      writtenResources(entry).some((name) => affects(name, about)) &&
      !entry.asksPerson &&
      entry.attempts <= MAX_ATTEMPTS &&
      visibilityIn(entry, interval) === 'maybe',
  );
}
