import { z } from 'zod';
import type { Owner } from '#app/api/session.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { displayName } from '#app/lib/person-name.ts';
import { type OutboxEntry, readEntry } from '../model/entry.ts';
import type { OutboxDb, StoredDiscardedEntry } from './outbox-db.ts';

/** How long a discarded entry can still be looked at (milliseconds): two months of paper receipts. */
const KEPT_FOR = 60 * 24 * 60 * 60 * 1000;

/** Why a person gives an entry up. `deleted` and `unsaid` are not asked for: the record was deleted before it was sent. */
export const discardReasons = ['twice', 'given-back', 'mistake', 'other', 'deleted', 'unsaid'] as const;
export type DiscardReason = (typeof discardReasons)[number];

/** A person's answer to why. */
export interface DiscardAnswer {
  readonly reason: DiscardReason;
  readonly words?: string;
}

/** An entry that was given up, as the Sync panel tells of it. */
export interface DiscardedEntry extends DiscardAnswer {
  readonly seq: number;
  readonly row: OutboxEntry;
  readonly by?: string;
  /** Wall clock, milliseconds. */
  readonly at: number;
}

const told = z.object({
  reason: z.enum(discardReasons).catch('unsaid'),
  words: z.string().optional().catch(undefined),
  by: z.string().optional().catch(undefined),
  at: z.number().catch(0),
});

const readDiscard = (stored: StoredDiscardedEntry): DiscardedEntry => ({
  ...told.parse(stored),
  seq: stored.seq,
  row: readEntry(stored.row),
});

/**
 * Takes rows out of the outbox and keeps them beside it with the reason, in the caller's transaction (over `outbox` and
 * `discarded`): one is never without the other.
 */
export async function moveToDiscarded(
  db: OutboxDb,
  owner: Owner,
  seqs: readonly number[],
  why: DiscardAnswer,
): Promise<void> {
  const stored = await db.outbox.bulkGet([...seqs]);
  const { user } = bootCache();
  const said = { ...owner, ...why, ...(user && { by: displayName(user) }), at: Date.now() };
  await db.discarded.bulkAdd(stored.flatMap((row) => (row ? [{ ...said, row }] : [])));
  await db.outbox.bulkDelete([...seqs]);
}

/** What this person has discarded in this branch, newest first. */
export async function discardedBy(db: OutboxDb, { ownerId, branchId }: Owner): Promise<DiscardedEntry[]> {
  const stored = await db.discarded.where({ ownerId }).toArray();
  const here = stored.filter((one) => one.branchId === branchId).map(readDiscard);
  return here.sort((one, other) => other.at - one.at || other.seq - one.seq);
}

/** Forgets what was discarded long ago. Never throws. */
export async function pruneDiscarded(db: OutboxDb, now = Date.now()): Promise<void> {
  await db.discarded
    .where('at')
    .below(now - KEPT_FOR)
    .delete()
    .catch(() => 0);
}
