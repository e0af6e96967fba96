import type { Owner } from '#app/data/session.ts';
import { rowsOf } from './next-row.ts';
import type { OutboxDb } from './outbox-db.ts';
import { type OutboxRow, outboxStates, type StoredRow } from './outbox-row.ts';

/** Everything but what the host has acknowledged. */
export const waitingStates = outboxStates.filter((state) => state !== 'done');

/**
 * What is stored of this person's unsettled rows, in no order. State by state: each is then handed over in one piece, where a
 * search for several at once goes from row to row.
 */
export async function storedUnsettled(db: OutboxDb, { ownerId }: Owner): Promise<StoredRow[]> {
  const ofState = (state: string) => db.outbox.where('[ownerId+state]').equals([ownerId, state]).toArray();
  return (await Promise.all(waitingStates.map(ofState))).flat();
}

/** This person's unsettled rows, in order of arrival, without going through what is long settled. */
export async function unsettledRows(db: OutboxDb, owner: Owner): Promise<OutboxRow[]> {
  const stored = await storedUnsettled(db, owner);
  return rowsOf(
    owner,
    stored.sort((one, other) => one.seq - other.seq),
  );
}
