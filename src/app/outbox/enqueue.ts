import { firstFrame } from '#app/data/first-frame.ts';
import type { Owner } from '#app/data/session.ts';
import { changeInPlace, dropInPlace, type InPlace, replaceRow } from './change-in-place.ts';
import { isTemporaryId } from './ids.ts';
import { newRow } from './new-row.ts';
import type { OutboxDb } from './outbox-db.ts';
import type { OutboxRow } from './outbox-row.ts';
import { rowOfWrite, rowsConcerning } from './queries.ts';
import { rewriteIds } from './rewrite-ids.ts';
import { entityKey } from './touches.ts';
import type { Write } from './write.ts';

/** Where a write stands after it was stored, or why it can't be. */
export type Enqueued =
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
  write: Write,
  now: number,
  cancelled: () => boolean = () => false,
): Promise<Enqueued> {
  return db.transaction('rw', db.outbox, db.idMap, db.discarded, async (): Promise<Enqueued> => {
    const [again, known] = await Promise.all([rowOfWrite(db, owner, write.id), withHostIds(db, write)]);
    if (again) return stored(again.seq, again.operation.recordId, again.id !== write.id);
    const earlier = await rowsConcerning(db, owner, known);
    if (cancelled()) throw new Error('Given up');
    const inPlace = await tryInPlace(db, known, earlier);
    if (inPlace) return inPlace.outcome === 'stored' ? stored(inPlace.seq, inPlace.recordId, true) : inPlace;
    if (refersToNothing(known, earlier)) return { outcome: 'refused', detail: PARENT_GONE };
    const row = { ...newRow(known, owner, earlier, now), ...runningMonth() };
    return stored(await db.outbox.add(row), row.operation.recordId, false);
  });
}

/** Which month this device last heard to be running: said when the record lands in another one (decision 30). */
function runningMonth(): { madeIn?: string } {
  const { branch } = firstFrame();
  if (branch?.current_month !== 'running' || branch.current_month_name === null) return {};
  return { madeIn: branch.current_month_name };
}

const stored = (seq: number, recordId: string, merged: boolean): Enqueued => ({
  outcome: 'stored',
  seq,
  recordId,
  merged,
});

/** A form may still hold a temporary id whose record the host has named meanwhile. */
async function withHostIds(db: OutboxDb, write: Write): Promise<Write> {
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

function refersToNothing(write: Write, rows: readonly OutboxRow[]): boolean {
  const made = new Set(
    rows.filter(({ operation }) => operation.kind === 'create').map((row) => row.operation.recordId),
  );
  const ids = [...Object.values(write.body), ...(write.kind === 'create' ? [] : [write.recordId])];
  return ids.some((id) => isTemporaryId(id) && !made.has(id));
}

/** Writes on a row that is still entirely ours change that row instead of following it. */
async function tryInPlace(
  db: OutboxDb,
  write: Write,
  rows: readonly OutboxRow[],
): Promise<InPlace | undefined> {
  if (write.replaces !== undefined) return replaceRow(db, write, rows);
  const { recordId, kind } = write;
  if (kind === 'create' || !isTemporaryId(recordId)) return undefined;
  const key = entityKey(write.resource, recordId);
  const create = rows.find((row) => row.entityKey === key && row.operation.kind === 'create');
  if (!create) return undefined;
  return kind === 'update' ? changeInPlace(db, write, create, rows) : dropInPlace(db, create, rows);
}
