import type { RecordRow } from '#app/data/record-row.ts';
import { currentOwner } from '#app/data/session.ts';
import { mine, takeBack } from './actions.ts';
import { kickDrainer } from './drain-triggers.ts';
import { enqueue } from './enqueue.ts';
import { outboxDb } from './outbox-db.ts';
import { settleByHand } from './settle.ts';
import type { Write } from './write.ts';

/** What is sent in a refused row's place. */
export type Instead = Pick<Write, 'kind' | 'body' | 'referenced'>;

const GONE = 'This entry is not waiting any more.';

/**
 * Puts another write in the place of a refused one and sends it: the amount that remains, the copies in stock. What then is
 * refused stays, as everything that nobody is filling a form for.
 * @throws {Error} with a sentence to show, where the row may have arrived meanwhile
 */
export async function sendInstead(outboxId: string, instead: Instead): Promise<void> {
  const owner = currentOwner();
  if (!owner) throw new Error(GONE);
  const { recordId, before, expected: _, ...taken } = await takeBack(outboxId);
  const same = instead.kind === taken.kind;
  const write = {
    ...taken,
    ...instead,
    ...(same && recordId !== undefined && { recordId }),
    ...(same && before && { before }),
  };
  const stored = await enqueue(outboxDb(), owner, write, Date.now());
  if (stored.outcome === 'refused') throw new Error(stored.detail);
  void kickDrainer(true);
}

/**
 * A person has looked: what a row asks for is so at the server already. It counts as sent, and what waited for it goes on.
 * @param seen the record at the server; absent for a delete
 * @throws {Error} with a sentence to show, while it is being sent
 */
export async function settleAsSeen(outboxId: string, seen?: RecordRow): Promise<void> {
  const db = outboxDb();
  await db.transaction('rw', db.outbox, db.idMap, async () => {
    const row = (await mine(db)).find(({ id }) => id === outboxId);
    if (!row) throw new Error(GONE);
    if (row.state === 'sending') throw new Error('It is being sent right now. Wait for the answer.');
    await settleByHand(db, row, seen);
  });
  void kickDrainer();
}
