import { currentOwner, type Owner } from '#app/data/session.ts';
import type { ReadSpan } from '#app/data/snapshot.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { rowsOf } from './next-row.ts';
import { outboxDb } from './outbox-db.ts';
import type { OutboxRow, StoredRow } from './outbox-row.ts';
import { movesOther } from './rows-about.ts';
import { standing } from './standing.ts';

/** A write that keeps failing must not keep a screen old for ever: after so many tries reads are taken as they come. */
const PATIENCE = 5;

function concerns({ operation: { resource: name } }: OutboxRow, about: string): boolean {
  if (about === 'figures') return isResourceName(name) && resourceOf(name).cash !== undefined;
  return name === about || movesOther(name, about);
}

/** What was under way, or was acknowledged no earlier than a read began: not the week's settled rows before it. */
async function aroundThen({ ownerId }: Owner, { began }: ReadSpan): Promise<StoredRow[]> {
  const { outbox } = outboxDb();
  const parts = await Promise.all([
    outbox.where('[ownerId+state]').equals([ownerId, 'sending']).toArray(),
    outbox.where('[ownerId+state]').equals([ownerId, 'unknown']).toArray(),
    outbox.where('[ownerId+acknowledgedAt]').between([ownerId, began], [ownerId, Infinity]).toArray(),
  ]);
  return parts.flat();
}

/** Whether nobody can tell if a read that began and ended then contains a write of this person's. */
export async function overlapsAWrite(about: string, span: ReadSpan): Promise<boolean> {
  const owner = currentOwner();
  if (!owner) return false;
  const stored = await aroundThen(owner, span).catch(() => []);
  return rowsOf(owner, stored).some(
    (row) =>
      concerns(row, about) && !row.asksPerson && row.attempts <= PATIENCE && standing(row, span) === 'maybe',
  );
}
