import type pg from 'pg';
import { withClient } from './connections.ts';

/** Work of which one process does one at a time, in the whole database. */
export type LockedWork = 'schema' | 'first user' | 'backup' | 'copy of a backup' | 'restore';

export const lockKey = (work: LockedWork): string => `hashtextextended('branch-desk/${work}', 0)`;

async function holding<T>(
  owner: pg.ClientConfig,
  lock: string,
  work: (held: boolean) => Promise<T>,
): Promise<T> {
  return withClient(owner, async (client) => {
    await client.query(
      'begin; set local statement_timeout to 0; set local idle_in_transaction_session_timeout to 0',
    );
    const { rows } = await client.query<{ held: boolean }>(`select ${lock} as held`);
    try {
      return await work(rows[0]?.held === true);
    } finally {
      // At once, and not some time after the end of the connection. A lost one has given the lock back.
      await client.query('commit').catch(() => undefined);
    }
  });
}

/** A lock of a session would stay with a connection of PgBouncer's: a transaction holds it. */
export async function withLock<T>(
  owner: pg.ClientConfig,
  lock: LockedWork,
  work: () => Promise<T>,
): Promise<T> {
  return holding(owner, `pg_advisory_xact_lock(${lockKey(lock)})::text = ''`, work);
}

/** @returns undefined if another process holds the lock */
export async function withFreeLock<T>(
  owner: pg.ClientConfig,
  lock: LockedWork,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const lockIfFree = `pg_try_advisory_xact_lock(${lockKey(lock)})`;
  return holding(owner, lockIfFree, async (held) => (held ? work() : undefined));
}

/** By any process of this database; asked in a statement of its own, since it takes the shared lock for a moment. */
export async function isLockHeld(client: pg.Client, lock: LockedWork): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `select not pg_try_advisory_xact_lock_shared(${lockKey(lock)}) as held`,
  );
  return rows[0]?.held === true;
}
