import { currentOwner, storeTokens } from '#app/api/session.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { flushBeforeLogout } from '#app/outbox/sender/sign-out.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { type Tokens, tokens } from '#contract/account.ts';
import { timing } from '../measure.ts';

const PARALLEL = 4;

/** Puts `count` students in the outbox, then sends them. @returns milliseconds for sending all of them */
export async function replayEntries(pair: unknown, count: number): Promise<number> {
  storeTokens(tokens.parse(pair));
  const owner = currentOwner();
  if (!owner) throw new Error('Nobody is signed in.');
  const run = newMutationId();
  for (let number = 0; number < count; number++) {
    const write = {
      id: newMutationId(),
      resource: 'student',
      kind: 'create',
      body: { name: `Replayed ${number} ${run}` },
    } as const;
    await enqueue(outboxDb(), owner, write, Date.now());
  }
  const start = performance.now();
  const remaining = await flushBeforeLogout(120);
  if (remaining > 0) throw new Error(`${remaining} entries were not sent.`);
  return performance.now() - start;
}

const ONE_MORE = 40;

/** Returns the milliseconds to store a payment durably with this number of pending entries, none of which is sent. */
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
  return timing(times).median;
}

/** Posts a student without the outbox. @throws {Error} if it is rejected */
async function postStudent({ access }: Tokens, name: string, key: string): Promise<void> {
  const answer = await fetch('/api/students/', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ name }),
  });
  await answer.json();
  if (!answer.ok) throw new Error(`Rejected with ${answer.status}.`);
}

/** Sends the same requests without an outbox at the same concurrency; returns the milliseconds. */
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
