import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { codeOf } from '#server/platform/startup-error.ts';
import type { Database } from './database.ts';

/** Milliseconds by kind of request (decision 50). PostgreSQL ends a longer statement with 57014. */
export const timeLimits = {
  /** Every other statement: the app gives up after 20 s. */
  statement: 20_000,
  /** The wait for a lock; PostgreSQL then ends the statement with 55P03. A deadlock is found after 1 s. */
  lock: 3_000,
  /** A whole search, however many statements it needs. */
  search: 5_000,
  /** The count of a whole list, or one batch of its rows. */
  wholeList: 30_000,
} as const;

export function limitStatements(milliseconds: number): RawBuilder<unknown> {
  return sql`set_config('statement_timeout', ${String(Math.ceil(milliseconds))}, true), set_config('lock_timeout', '0', true)`;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 10;

/**
 * Retries after deadlocks and serialization failures. A failed attempt leaves nothing written. Read committed is
 * enough, because constraints and row locks taken before reading guarantee the invariants.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = codeOf(error);
      if (attempt === MAX_ATTEMPTS || (code !== SERIALIZATION_FAILURE && code !== DEADLOCK)) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}
