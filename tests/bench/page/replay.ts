import { Dexie } from 'dexie';
import { currentOwner, storeTokens } from '#app/api/session.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { flushBeforeLogout } from '#app/outbox/sender/sign-out-check.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { type Tokens, tokens } from '#contract/account.ts';
import { median } from './middle.ts';
import { postStudent } from './post-student.ts';

const PARALLEL = 4;

/**
 * Puts `count` students in the outbox, then sends them.
 * @returns milliseconds until one is stored for good, and for sending all of them
 */
export async function replayRows(pair: unknown, count: number): Promise<{ stored: number; sending: number }> {
  storeTokens(tokens.parse(pair));
  const owner = currentOwner();
  if (!owner) throw new Error('Nobody is signed in.');
  const run = newMutationId();
  const stored: number[] = [];
  for (let number = 0; number < count; number++) {
    const body = { name: `Replayed ${number} ${run}` };
    const began = performance.now();
    await enqueue(
      outboxDb(),
      owner,
      { id: newMutationId(), resource: 'student', kind: 'create', body },
      Date.now(),
    );
    stored.push(performance.now() - began);
  }
  const start = performance.now();
  const left = await flushBeforeLogout(120);
  if (left > 0) throw new Error(`${left} rows were not sent.`);
  return { stored: median(stored), sending: performance.now() - start };
}

/** How often one more write is stored while others wait. */
const ONE_MORE = 40;

/** The milliseconds until a payment is stored for good while so many others wait; none of them is sent. */
export async function storedWhile(pair: unknown, waiting: number): Promise<number> {
  storeTokens(tokens.parse(pair));
  const owner = currentOwner();
  if (!owner) throw new Error('Nobody is signed in.');
  const db = outboxDb();
  await db.outbox.clear();
  const times: number[] = [];
  for (let number = 0; number < waiting + ONE_MORE; number++) {
    const body = { student: `student-${number % 50}`, price: '900.00', paid_amount: '300.00' };
    const began = performance.now();
    const write = { id: newMutationId(), resource: 'adult-course', kind: 'create', body } as const;
    await enqueue(db, owner, write, Date.now());
    if (number >= waiting) times.push(performance.now() - began);
  }
  await db.outbox.clear();
  return median(times);
}

/** The same requests without an outbox, as many at once; answers the milliseconds. */
export async function bareFetches(pair: Tokens, count: number): Promise<number> {
  const run = newMutationId();
  let next = 0;
  const lane = async () => {
    while (next < count) await postStudent(pair, `Bare ${next++} ${run}`, newMutationId());
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return performance.now() - start;
}

/** A row of the same size put into IndexedDB, promised to be on the disk: the least that storing can cost. In milliseconds. */
export async function barePuts(count: number): Promise<number> {
  const db = new Dexie('bench-puts', { chromeTransactionDurability: 'strict' });
  db.version(1).stores({ rows: '++seq' });
  const times: number[] = [];
  for (let number = 0; number < count; number++) {
    const row = { name: `Put ${number}`, said: 'x'.repeat(600) };
    const began = performance.now();
    await db.table('rows').add(row);
    times.push(performance.now() - began);
  }
  await db.delete();
  return median(times);
}
