import type pg from 'pg';
import { reasonOf, StartupError } from '#server/startup-error.ts';
import { withClient } from '#server/store/connections/database-client.ts';
import { appliedMigrations, migrate, migrationsOnDisk } from '#server/store/migrate.ts';
import { withBackupLock } from './backup-lock.ts';
import { type BackupPlace, makeBackup } from './make-backup.ts';
import { messages } from './messages.ts';

/** Tells whether a database with a schema lacks migrations of this version. */
async function isBehind(owner: pg.ClientConfig): Promise<boolean> {
  return withClient(owner, async (client) => {
    const applied = new Set(await appliedMigrations(client));
    const missing = (await migrationsOnDisk()).filter(({ name }) => !applied.has(name));
    return applied.size > 0 && missing.length > 0;
  });
}

/**
 * Brings the database to this version's schema, after a backup if that changes it (decision 58). Its proof restores the data and applies
 * the same migrations to them, so a migration that would fail is seen before. Servers that start at once make one backup.
 * @param warn shows that there is no backup; the upgrade goes on, since migrations run wholly or not at all
 * @throws {StartupError} if the schema could not be changed; what was in it is unchanged then
 */
export async function upgradeSchema(place: BackupPlace, warn: (text: string) => void): Promise<void> {
  const { owner } = place;
  try {
    if (!(await isBehind(owner))) return await migrate(owner);
    await withBackupLock(owner, { wait: true }, async () => {
      if (await isBehind(owner)) await backUpBefore(place, warn);
      await migrate(owner);
    });
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The database could not be brought up to this version; what was in it is unchanged (${reasonOf(error)}).`,
    );
  }
}

async function backUpBefore(place: BackupPlace, warn: (text: string) => void): Promise<void> {
  try {
    const { name, proof } = await makeBackup(place, 'upgrade');
    if (proof?.state === 'failed') warn(messages.proofFailed({ name, reason: proof.reason ?? '' }));
  } catch (error) {
    warn(messages.upgradeWithoutBackup({ reason: reasonOf(error) }));
  }
}
