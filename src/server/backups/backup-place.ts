import type { ServerConfig } from '#server/config.ts';
import type { OpenDatabase } from '#server/postgres/open-database.ts';
import type { BackupPlace } from './make-backup.ts';

/** Returns where the automatic backups of an open database go. */
export function backupPlaceOf(
  { dataDir, backups }: Pick<ServerConfig, 'dataDir' | 'backups'>,
  { owner, embedded }: Pick<OpenDatabase, 'owner' | 'embedded'>,
): BackupPlace {
  return { owner, dataFolder: embedded ? dataDir : undefined, ...backups, now: () => new Date() };
}
