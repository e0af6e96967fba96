import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { codeOf } from '#server/startup-error.ts';
import type { Database } from './database.ts';
import { limitStatements, timeLimits } from './time-limits.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 10;

/**
 * Runs `work` in one transaction, with retries after deadlocks and serialization failures. A failed attempt leaves nothing written. Read
 * committed is enough, since constraints and row locks taken before reading guarantee the invariants.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (transaction) => {
        await sql`select ${limitStatements(timeLimits.write)}`.execute(transaction);
        return work(transaction);
      });
    } catch (error) {
      const code = codeOf(error);
      if (attempt === MAX_ATTEMPTS || (code !== SERIALIZATION_FAILURE && code !== DEADLOCK)) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}
