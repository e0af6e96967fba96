import type { Owner } from '#app/api/session.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { entityKey } from '../model/dependencies.ts';
import type { OutboxEntry } from '../model/entry.ts';
import { isTemporaryId } from '../model/ids.ts';
import type { Mutation } from '../model/mutation.ts';
import { rewriteIds } from '../model/rewrite-ids.ts';
import { type EditResult, editInPlace, removeInPlace, replaceEntry } from './edit-in-place.ts';
import { newEntry } from './new-entry.ts';
import type { OutboxDb } from './outbox-db.ts';
import { entryOfMutation, relatedEntries } from './queries.ts';

/** Where a write stands after it was stored, or why it can't be. */
export type EnqueueResult =
  | { readonly outcome: 'stored'; readonly seq: number; readonly recordId: string; readonly merged: boolean }
  | { readonly outcome: 'removed' }
  | { readonly outcome: 'refused'; readonly detail: string };

const PARENT_GONE = 'What this refers to has been removed from this device. Choose it again.';

/**
 * Stores a write, durably: the promise resolves after the commit. The same write twice is stored once.
 * @param now wall clock, milliseconds
 * @param cancelled asked right before the write: someone may have given up waiting for a slow database
 * @throws whatever the database throws (quota, closed, missing); then nothing was stored
 */
export async function enqueue(
  db: OutboxDb,
  owner: Owner,
  write: Mutation,
  now: number,
  cancelled: () => boolean = () => false,
): Promise<EnqueueResult> {
  return db.transaction('rw', db.outbox, db.idMap, db.discarded, async (): Promise<EnqueueResult> => {
    const [again, known] = await Promise.all([entryOfMutation(db, owner, write.id), withHostIds(db, write)]);
    if (again) return stored(again.seq, again.operation.recordId, again.id !== write.id);
    const earlier = await relatedEntries(db, owner, known);
    if (cancelled()) throw new Error('Given up');
    const inPlace = await tryInPlace(db, known, earlier);
    if (inPlace) return inPlace.outcome === 'stored' ? stored(inPlace.seq, inPlace.recordId, true) : inPlace;
    if (refersToNothing(known, earlier)) return { outcome: 'refused', detail: PARENT_GONE };
    const row = { ...newEntry(known, owner, earlier, now), ...runningMonth() };
    return stored(await db.outbox.add(row), row.operation.recordId, false);
  });
}

/** Which month this device last heard to be running: said when the record lands in another one (decision 30). */
function runningMonth(): { madeIn?: string } {
  const { branch } = bootCache();
  if (branch?.current_month !== 'running' || branch.current_month_name === null) return {};
  return { madeIn: branch.current_month_name };
}

const stored = (seq: number, recordId: string, merged: boolean): EnqueueResult => ({
  outcome: 'stored',
  seq,
  recordId,
  merged,
});

/** A form may still hold a temporary id whose record the host has named meanwhile. */
async function withHostIds(db: OutboxDb, write: Mutation): Promise<Mutation> {
  const mentioned = new Set<string>();
  rewriteIds([write.recordId, write.body, write.before, write.referenced], (id) => {
    mentioned.add(id);
    return undefined;
  });
  if (mentioned.size === 0) return write;
  const mapped = await db.idMap.bulkGet([...mentioned]);
  const ids = new Map(mapped.flatMap((one) => (one ? [[one.temporaryId, one.serverId] as const] : [])));
  const lookup = (id: string) => ids.get(id);
  return {
    ...write,
    recordId: rewriteIds(write.recordId, lookup),
    body: rewriteIds(write.body, lookup),
    before: rewriteIds(write.before, lookup),
    referenced: rewriteIds(write.referenced, lookup),
  };
}

function refersToNothing(write: Mutation, rows: readonly OutboxEntry[]): boolean {
  const made = new Set(
    rows.filter(({ operation }) => operation.kind === 'create').map((row) => row.operation.recordId),
  );
  const ids = [...Object.values(write.body), ...(write.kind === 'create' ? [] : [write.recordId])];
  return ids.some((id) => isTemporaryId(id) && !made.has(id));
}

/** Writes on a row that is still entirely ours change that row instead of following it. */
async function tryInPlace(
  db: OutboxDb,
  write: Mutation,
  rows: readonly OutboxEntry[],
): Promise<EditResult | undefined> {
  if (write.replaces !== undefined) return replaceEntry(db, write, rows);
  const { recordId, kind } = write;
  if (kind === 'create' || !isTemporaryId(recordId)) return undefined;
  const key = entityKey(write.resource, recordId);
  const create = rows.find((row) => row.entityKey === key && row.operation.kind === 'create');
  if (!create) return undefined;
  return kind === 'update' ? editInPlace(db, write, create, rows) : removeInPlace(db, create, rows);
}
