import { currentOwner, type Owner } from '#app/api/session.ts';
import type { ReadInterval } from '#app/cache/snapshot.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { affectsOtherResource } from '../model/entries-about.ts';
import type { OutboxEntry, StoredEntry } from '../model/entry.ts';
import { visibilityIn } from '../model/snapshot-visibility.ts';
import { outboxDb } from './outbox-db.ts';
import { readEntries } from './read-entries.ts';

/** A write that keeps failing must not keep a screen old for ever: after so many tries reads are taken as they come. */
const PATIENCE = 5;

function concerns({ operation: { resource: name } }: OutboxEntry, about: string): boolean {
  if (about === 'figures') return isResourceName(name) && resourceOf(name).cash !== undefined;
  return name === about || affectsOtherResource(name, about);
}

/** What was under way, or was acknowledged no earlier than a read began: not the week's settled rows before it. */
async function aroundThen({ ownerId }: Owner, { began }: ReadInterval): Promise<StoredEntry[]> {
  const { outbox } = outboxDb();
  const parts = await Promise.all([
    outbox.where('[ownerId+state]').equals([ownerId, 'sending']).toArray(),
    outbox.where('[ownerId+state]').equals([ownerId, 'unknown']).toArray(),
    outbox.where('[ownerId+acknowledgedAt]').between([ownerId, began], [ownerId, Infinity]).toArray(),
  ]);
  return parts.flat();
}

/** Whether nobody can tell if a read that began and ended then contains a write of this person's. */
export async function overlapsMutation(about: string, span: ReadInterval): Promise<boolean> {
  const owner = currentOwner();
  if (!owner) return false;
  const stored = await aroundThen(owner, span).catch(() => []);
  return readEntries(owner, stored).some(
    (row) =>
      concerns(row, about) &&
      !row.asksPerson &&
      row.attempts <= PATIENCE &&
      visibilityIn(row, span) === 'maybe',
  );
}
