import { currentOwner, storeTokens } from '#app/data/session.ts';
import { enqueue } from '#app/outbox/enqueue.ts';
import { outboxDb } from '#app/outbox/outbox-db.ts';
import { trySendAll } from '#app/outbox/sign-out-check.ts';
import { newWriteId } from '#app/outbox/write-id.ts';
import { type Tokens, tokens } from '#contract/session.ts';

const PARALLEL = 4;

/** Puts `count` students in the outbox, untimed, then sends them; answers the milliseconds of the sending. */
export async function replayRows(pair: unknown, count: number): Promise<number> {
  storeTokens(tokens.parse(pair));
  const owner = currentOwner();
  if (!owner) throw new Error('Nobody is signed in.');
  const run = newWriteId();
  for (let number = 0; number < count; number++) {
    const body = { name: `Replayed ${number} ${run}` };
    await enqueue(
      outboxDb(),
      owner,
      { id: newWriteId(), resource: 'student', kind: 'create', body },
      Date.now(),
    );
  }
  const start = performance.now();
  const left = await trySendAll(120);
  if (left > 0) throw new Error(`${left} rows were not sent.`);
  return performance.now() - start;
}

/** The same requests without an outbox, as many at once; answers the milliseconds. */
export async function bareFetches(pair: Tokens, count: number): Promise<number> {
  const run = newWriteId();
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const answer = await fetch('/api/students/', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${pair.access}`,
          'content-type': 'application/json',
          'idempotency-key': newWriteId(),
        },
        body: JSON.stringify({ name: `Bare ${next++} ${run}` }),
      });
      await answer.json();
      if (!answer.ok) throw new Error(`Refused with ${answer.status}.`);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return performance.now() - start;
}
