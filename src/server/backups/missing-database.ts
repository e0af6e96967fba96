import { existsSync } from 'node:fs';
import path from 'node:path';
import { withClient } from '#server/db/connections.ts';
import { appliedMigrations } from '#server/db/migrate.ts';
import { type OpenDatabase, type OpenOptions, openDatabase } from '#server/db/open-database.ts';
import type { ServerConfig } from '#server/platform/config.ts';
import { remainsOfDatabase } from '#server/platform/postgres/cluster-folder.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { backupFile, listBackups } from './backup-folder.ts';

type Settings = Pick<ServerConfig, 'dataDir' | 'databaseUrl' | 'backups'>;

async function newestBackupIn(folder: string): Promise<string | undefined> {
  const backups = await listBackups(folder);
  const newest = backups.find(({ proof }) => proof?.state === 'proven') ?? backups[0];
  return newest && backupFile(folder, newest.name);
}

function refuse(finding: string, remedy: string, newest: string | undefined): never {
  const goOn =
    newest === undefined ? '' : ` To go on with the newest backup: npm run admin -- restore ${newest}.`;
  throw new StartupError(
    `${finding} ${remedy}${goOn} To begin with an empty database on purpose: npm run admin -- database new.`,
  );
}

/** The embedded one. */
export const hasDatabase = ({ dataDir }: Pick<Settings, 'dataDir'>): boolean =>
  existsSync(path.join(dataDir, 'database', 'pg', 'PG_VERSION'));

/** @throws {StartupError} if the folder had a database */
async function requireNothingLost({ dataDir, backups }: Settings): Promise<void> {
  if (hasDatabase({ dataDir })) return;
  const folder = path.join(dataDir, 'database');
  const newest = await newestBackupIn(backups.folder);
  const isUsed = existsSync(path.join(dataDir, 'token-secret')) || remainsOfDatabase(folder) !== undefined;
  if (!isUsed && newest === undefined) return;
  const left = isUsed ? `${dataDir} was in use` : `there are backups in ${backups.folder}`;
  refuse(
    `There is no database in ${folder}, but ${left}: it was lost, or is elsewhere.`,
    'If it is elsewhere, correct DATA_DIR or DATABASE_URL.',
    newest,
  );
}

/** @throws {StartupError} if the database of DATABASE_URL is empty, and BACKUP_DIR has backups of another one */
async function requireNotReplaced({ backups }: Settings, { owner }: OpenDatabase): Promise<void> {
  if ((await withClient(owner, appliedMigrations)).length > 0) return;
  const newest = await newestBackupIn(backups.folder);
  if (newest === undefined) return;
  refuse(
    `The database of DATABASE_URL is empty, but there are backups of another one in ${backups.folder}.`,
    'If that one is elsewhere, correct DATABASE_URL, or give this one a BACKUP_DIR of its own.',
    newest,
  );
}

/**
 * Makes no empty database in the place of one that was lost (decision 201).
 * @throws {StartupError} that names the newest backup, and how to go on
 */
export async function openOwnDatabase(config: Settings, options: OpenOptions = {}): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) {
    await requireNothingLost(config);
    return openDatabase(config, options);
  }
  const database = await openDatabase(config, options);
  await requireNotReplaced(config, database);
  return database;
}
