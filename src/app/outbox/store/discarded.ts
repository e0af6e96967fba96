import { z } from 'zod';
import type { Owner } from '#app/api/session.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { displayName } from '#contract/account.ts';
import { isUnperformed, type OutboxEntry, readEntry } from '../model/entry.ts';
import type { OutboxDb, StoredDiscardedEntry } from './outbox-db.ts';

const CONFLICT = 409;

/** Milliseconds: as long as two months of paper receipts are kept. */
const RETENTION = 60 * 24 * 60 * 60 * 1000;

/**
 * Users cannot choose three of these. `deleted`: the record was deleted before the entry was sent. `theirs`: another
 * user's value was kept. `unsaid`: no question was asked.
 */
export const discardReasons = [
  'twice',
  'given-back',
  'mistake',
  'other',
  'deleted',
  'theirs',
  'unsaid',
] as const;
export type DiscardReason = (typeof discardReasons)[number];

export interface DiscardAnswer {
  readonly reason: DiscardReason;
  readonly words?: string;
}

export interface DiscardedEntry extends DiscardAnswer {
  readonly seq: number;
  readonly row: OutboxEntry;
  readonly by?: string;
  /** Wall clock, milliseconds. */
  readonly at: number;
}

const discardSchema = z.object({
  reason: z.enum(discardReasons).catch('unsaid'),
  words: z.string().optional().catch(undefined),
  by: z.string().optional().catch(undefined),
  at: z.number().catch(0),
});

const readDiscard = (stored: StoredDiscardedEntry): DiscardedEntry => ({
  ...discardSchema.parse(stored),
  seq: stored.seq,
  row: readEntry(stored.row),
});

/** Runs in the caller's transaction over `outbox` and `discarded`, so that no entry is lost between the two. */
export async function moveToDiscarded(
  db: OutboxDb,
  owner: Owner,
  seqs: readonly number[],
  answer: DiscardAnswer,
): Promise<void> {
  const stored = await db.outbox.bulkGet([...seqs]);
  const { user } = bootCache();
  const fields = { ...owner, ...answer, ...(user && { by: displayName(user) }), at: Date.now() };
  await db.discarded.bulkAdd(stored.flatMap((entry) => (entry ? [{ ...fields, row: entry }] : [])));
  await db.outbox.bulkDelete([...seqs]);
}

const keyed = z.object({ entityKey: z.string() }).catch({ entityKey: '' });

/** Creates whose record the server certainly does not have. A conflict may be about the record itself. */
export async function discardedCreates(
  db: OutboxDb,
  { ownerId }: Owner,
  keys: ReadonlySet<string>,
): Promise<readonly OutboxEntry[]> {
  const stored = await db.discarded.where({ ownerId }).toArray();
  const entries = stored.flatMap(({ row }) => (keys.has(keyed.parse(row).entityKey) ? [readEntry(row)] : []));
  return entries.filter(
    (entry) => entry.operation.kind === 'create' && isUnperformed(entry) && entry.lastStatus !== CONFLICT,
  );
}

export async function discardedBy(db: OutboxDb, { ownerId, branchId }: Owner): Promise<DiscardedEntry[]> {
  const stored = await db.discarded.where({ ownerId }).toArray();
  const isReadable = (row: StoredDiscardedEntry) => row.branchId === branchId && row.row !== undefined;
  const inBranch = stored.filter(isReadable).map(readDiscard);
  return inBranch.sort((left, right) => right.at - left.at || right.seq - left.seq);
}

/** After 60 days. Never throws. */
export async function pruneDiscarded(db: OutboxDb, now = Date.now()): Promise<void> {
  await db.discarded
    .where('at')
    .below(now - RETENTION)
    .delete()
    .catch(() => 0);
}
