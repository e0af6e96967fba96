import path from 'node:path';
import { type OpenDatabase, openDatabase } from '#server/postgres/open-database.ts';
import { listBackups } from '../backups/backup-folder.ts';
import type { ServerConfig } from '../config.ts';
import { restoreBackup } from '../store/backup/restore-backup.ts';
import { writeBackup } from '../store/backup/write-backup.ts';

/** Resolves a path from the folder in which npm was called (INIT_CWD); npm changes the working directory. */
function resolveFromCaller(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? '.', file);
}

function formatRows(rows: number): string {
  return `${rows.toLocaleString('en-GB')} ${rows === 1 ? 'row' : 'rows'}`;
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Runs `work`, then stops the database. */
async function withDatabase<T>(database: OpenDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await database.stop();
  }
}

/**
 * Writes a backup of the running database, or starts the embedded one for it. The schema is not migrated, so a newer version can make the
 * backup before an upgrade.
 * @returns the result as one sentence
 */
export async function backUp(
  { file, force }: { readonly file: string; readonly force: boolean },
  config: ServerConfig,
): Promise<string> {
  const target = resolveFromCaller(file);
  const database = await openDatabase(config, { attach: true });
  const { rows, size } = await withDatabase(database, () => writeBackup(database.owner, target, { force }));
  return `Backed up ${formatRows(rows)} to ${target} (${formatSize(size)}).`;
}

/** Formats an instant as every sentence of the command line shows it. */
function formatTime(instant: string): string {
  return instant.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}

/**
 * Lists the automatic backups, newest first; it needs no database.
 * @returns one line for each, with when, why, size and proof
 */
export async function listStoredBackups({ backups: { folder } }: ServerConfig): Promise<string> {
  const backups = await listBackups(folder);
  if (backups.length === 0) return `There are no backups in ${folder}.`;
  const lines = backups.map(({ madeAt, kind, size, proof, name }) => {
    const state = proof === undefined ? 'not tried yet' : proof.state;
    const why = proof?.reason === undefined ? '' : `: ${proof.reason}`;
    return `${formatTime(madeAt.toISOString())}  ${kind.padEnd(7)}  ${formatSize(size).padStart(9)}  ${state}${why}  ${name}`;
  });
  return [`Backups in ${folder}, newest first:`, ...lines].join('\n');
}

/**
 * Restores a backup into an empty database. The embedded database is opened exclusively: a running server prevents the restore, and none
 * can start during it. On DATABASE_URL a starting server waits; a running one has created a branch, so its database is not empty.
 * @returns the result in sentences
 */
export async function restore({ file }: { readonly file: string }, config: ServerConfig): Promise<string> {
  const source = resolveFromCaller(file);
  const database = await openDatabase(config, { attach: false });
  const { rows, madeAt, leftOut } = await withDatabase(database, () => restoreBackup(database.owner, source));
  const done = `Restored ${formatRows(rows)} from the backup of ${formatTime(madeAt)}.`;
  return leftOut.length === 0 ? done : `${done} Not of Branch Desk, and left out: ${leftOut.join(', ')}.`;
}
