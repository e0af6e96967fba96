import path from 'node:path';
import { listBackups } from '#server/backups/backup-folder.ts';
import { openOwnDatabase } from '#server/backups/missing-database.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { migrate } from '#server/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts';
import type { ServerConfig } from '#server/platform/config.ts';

/** npm changes the working directory; INIT_CWD is the folder in which it was called. */
export function resolveFromCaller(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? '.', file);
}

function formatRows(rows: number): string {
  return `${rows.toLocaleString('en-GB')} ${rows === 1 ? 'row' : 'rows'}`;
}

export function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

async function withDatabase<T>(database: OpenDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await database.stop();
  }
}

/**
 * Uses the running database, or starts the embedded one. The schema is not migrated, so a newer version can make the
 * backup before an upgrade.
 * @returns the result as one sentence
 */
export async function backUp(
  { file, force }: { readonly file: string; readonly force: boolean },
  config: ServerConfig,
): Promise<string> {
  const target = resolveFromCaller(file);
  const database = await openOwnDatabase(config, { attach: true });
  const { rows, size } = await withDatabase(database, () => writeBackup(database.owner, target, { force }));
  return `Backed up ${formatRows(rows)} to ${target} (${formatSize(size)}).`;
}

export function formatTime(instant: string): string {
  return instant.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}

/**
 * Newest first; needs no database.
 * @returns one line for each, with time, reason, size and proof
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
 * For a database that nobody has used yet. The embedded database is opened exclusively: a running server prevents the
 * restore, and none can start during it. On DATABASE_URL a starting server waits, and one at its first run goes on with
 * what was restored.
 * @returns the result in sentences
 */
export async function restore({ file }: { readonly file: string }, config: ServerConfig): Promise<string> {
  const source = resolveFromCaller(file);
  const database = await openDatabase(config, { attach: false });
  const { rows, madeAt, leftOut } = await withDatabase(database, () => restoreBackup(database.owner, source));
  const done = `Restored ${formatRows(rows)} from the backup of ${formatTime(madeAt)}.`;
  return leftOut.length === 0 ? done : `${done} Not of Branch Desk, and left out: ${leftOut.join(', ')}.`;
}

/**
 * In the place of one that was lost, after which a start is refused.
 * @returns the result as one sentence
 */
export async function newDatabase(config: ServerConfig): Promise<string> {
  const database = await openDatabase(config, { attach: false });
  await withDatabase(database, () => migrate(database.owner));
  return 'There is an empty database now: start the server to set it up.';
}
