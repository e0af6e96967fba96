import type pg from 'pg';
import { withClient } from '#server/store/connections/database-client.ts';

const BACKUP_LOCK = 7_261_935;

/**
 * Runs `work` while no other process on this database makes, proves or restores a backup. The lock ends with its connection, so a killed
 * process leaves none.
 * @returns undefined if another process holds the lock and `wait` is not set
 */
export async function withBackupLock<T>(
  owner: pg.ClientConfig,
  { wait }: { readonly wait: boolean },
  work: () => Promise<T>,
): Promise<T | undefined> {
  return withClient(owner, async (client) => {
    await client.query('set statement_timeout to 0');
    const lock = wait ? "pg_advisory_lock($1)::text = ''" : 'pg_try_advisory_lock($1)';
    const { rows } = await client.query<{ held: boolean }>(`select ${lock} as held`, [BACKUP_LOCK]);
    return rows[0]?.held ? work() : undefined;
  });
}
