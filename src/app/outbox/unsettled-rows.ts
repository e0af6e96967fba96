import type { Owner } from '#app/data/session.ts';
import { rowsOf } from './next-row.ts';
import type { OutboxDb } from './outbox-db.ts';
import { type OutboxRow, outboxStates } from './outbox-row.ts';

/** This person's unsettled rows, in order of arrival, without going through what is long settled. */
export async function unsettledRows(db: OutboxDb, owner: Owner): Promise<OutboxRow[]> {
  const keys = outboxStates.filter((state) => state !== 'done').map((state) => [owner.ownerId, state]);
  const stored = await db.outbox.where('[ownerId+state]').anyOf(keys).toArray();
  return rowsOf(
    owner,
    stored.sort((one, other) => one.seq - other.seq),
  );
}
