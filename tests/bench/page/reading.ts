import type { Owner } from '#app/api/session.ts';
import type { StoredEntry } from '#app/outbox/model/entry.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { OutboxDb } from '#app/outbox/store/outbox-db.ts';
import { OutboxReader } from '#app/outbox/store/outbox-subscription.ts';
import { median } from './middle.ts';

const ROUNDS = 25;
const owner: Owner = { ownerId: 'bench', branchId: 'bench' };

const create = (number: number) => ({
  id: newMutationId(),
  resource: 'student' as const,
  kind: 'create' as const,
  body: { name: `Mona Adel ${number}`, phone: `0100 ${number}`, notes: 'Comes on Saturdays' },
});

/** Returns the milliseconds until screens see a change, with this number of stored entries. */
export async function readAgain(settled: number): Promise<number> {
  const db = new OutboxDb('bench-reading');
  await enqueue(db, owner, create(0), Date.now());
  const [first] = await db.outbox.toArray();
  if (!first) throw new Error('Nothing was stored.');
  const done = Array.from({ length: settled }, (_, number): StoredEntry => {
    const write = create(number);
    const { seq: _seq, ...row } = { ...first, id: write.id, body: write.body, state: 'done' as const };
    return { ...row, seq: number + 10, acknowledgedAt: number, result: { ...write.body, id: `${number}` } };
  });
  await db.outbox.bulkAdd(done);
  const reader = new OutboxReader(db, owner);
  await reader.read();
  const times: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    await enqueue(db, owner, create(settled + round), Date.now());
    const began = performance.now();
    const { rows } = await reader.read();
    times.push(performance.now() - began);
    if (rows.length !== settled + round + 1) throw new Error('A row was overlooked.');
  }
  await db.delete();
  return median(times);
}
