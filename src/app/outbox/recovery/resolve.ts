import { currentOwner } from '#app/api/session.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Mutation } from '../model/mutation.ts';
import { settleAsDone } from '../sender/settle.ts';
import { triggerSend } from '../sender/triggers.ts';
import { enqueue } from '../store/enqueue.ts';
import { outboxDb } from '../store/outbox-db.ts';
import { ownUnsettled, reopen } from './actions.ts';

/** What is sent in a refused row's place. */
export type Replacement = Pick<Mutation, 'kind' | 'body' | 'referenced'>;

const GONE = 'This entry is not waiting any more.';

/**
 * Puts another write in the place of a refused one and sends it: the amount that remains, the copies in stock. What then is
 * refused stays, as everything that nobody is filling a form for.
 * @throws {Error} with a sentence to show, where the row may have arrived meanwhile
 */
export async function replaceAndSend(outboxId: string, instead: Replacement): Promise<void> {
  const owner = currentOwner();
  if (!owner) throw new Error(GONE);
  const { recordId, before, expected: _, ...taken } = await reopen(outboxId);
  const same = instead.kind === taken.kind;
  const write = {
    ...taken,
    ...instead,
    ...(same && recordId !== undefined && { recordId }),
    ...(same && before && { before }),
  };
  const stored = await enqueue(outboxDb(), owner, write, Date.now());
  if (stored.outcome === 'refused') throw new Error(stored.detail);
  void triggerSend(true);
}

/**
 * A person has looked: what a row asks for is so at the server already. It counts as sent, and what waited for it goes on.
 * @param seen the record at the server; absent for a delete
 * @throws {Error} with a sentence to show, while it is being sent
 */
export async function markAsDone(outboxId: string, seen?: RecordRow): Promise<void> {
  const db = outboxDb();
  await db.transaction('rw', db.outbox, db.idMap, async () => {
    const row = (await ownUnsettled(db)).find(({ id }) => id === outboxId);
    if (!row) throw new Error(GONE);
    if (row.state === 'sending') throw new Error('It is being sent right now. Wait for the answer.');
    await settleAsDone(db, row, seen);
  });
  void triggerSend();
}
