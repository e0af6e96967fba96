import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { codeOf } from '#server/startup-error.ts';
import type { Database } from './database.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MOST_TRIES = 10;

/**
 * Runs `work` in one transaction, again from the start when it fell victim to others at the same time: nothing of it was written
 * then. Read committed is enough, since what must hold is held by constraints and by row locks taken before reading.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = codeOf(error);
      if (tries === MOST_TRIES || (code !== SERIALIZATION_FAILURE && code !== DEADLOCK)) throw error;
      await sleep(Math.random() * 20 * tries);
    }
  }
}
