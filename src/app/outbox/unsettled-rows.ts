import type { Collection } from 'dexie';
import type { Owner } from '#app/data/session.ts';
import { rowsOf } from './next-row.ts';
import type { NewRow, OutboxDb } from './outbox-db.ts';
import { type OutboxRow, outboxStates, type StoredRow } from './outbox-row.ts';

/** What is stored of this person's unsettled rows, in no order. */
export function unsettledOf(db: OutboxDb, owner: Owner): Collection<StoredRow, number, NewRow> {
  const keys = outboxStates.filter((state) => state !== 'done').map((state) => [owner.ownerId, state]);
  return db.outbox.where('[ownerId+state]').anyOf(keys);
}

/** This person's unsettled rows, in order of arrival, without going through what is long settled. */
export async function unsettledRows(db: OutboxDb, owner: Owner): Promise<OutboxRow[]> {
  const stored = await unsettledOf(db, owner).toArray();
  return rowsOf(
    owner,
    stored.sort((one, other) => one.seq - other.seq),
  );
}
