import path from 'node:path';
import { type OpenDatabase, openDatabase } from '#server/postgres/open-database.ts';
import type { ServerConfig } from '../config.ts';
import { restoreBackup } from '../store/backup/restore-backup.ts';
import { writeBackup } from '../store/backup/write-backup.ts';

/** npm changes to the package's folder before it runs us, and says where it was called from. */
function fileAt(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? '.', file);
}

function counted(rows: number): string {
  return `${rows.toLocaleString('en-GB')} ${rows === 1 ? 'row' : 'rows'}`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

async function onDatabase<T>(database: OpenDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await database.stop();
  }
}

/**
 * Writes a backup beside the running server or, where none runs, on a database of its own. The schema stays as it is: the backup before an
 * upgrade can be made by the version that comes after it.
 * @returns what was done, as one sentence
 */
export async function backUp(
  { file, force }: { readonly file: string; readonly force: boolean },
  config: ServerConfig,
): Promise<string> {
  const target = fileAt(file);
  const database = await openDatabase(config, { attach: true });
  const { rows, size } = await onDatabase(database, () => writeBackup(database.owner, target, { force }));
  return `Backed up ${counted(rows)} to ${target} (${sizeOf(size)}).`;
}

/**
 * Brings a backup into an empty database. The embedded one is never shared for that: while a server runs on it the restore is refused, and no
 * server can start on it before the end. A server of DATABASE_URL that starts meanwhile waits; one that runs has made a branch, so its
 * database is not empty.
 * @returns what was done, in sentences
 */
export async function restore({ file }: { readonly file: string }, config: ServerConfig): Promise<string> {
  const source = fileAt(file);
  const database = await openDatabase(config, { attach: false });
  const { rows, madeAt, leftOut } = await onDatabase(database, () => restoreBackup(database.owner, source));
  const done = `Restored ${counted(rows)} from the backup of ${madeAt.replace('T', ' ').replace('Z', ' UTC')}.`;
  return leftOut.length === 0 ? done : `${done} Not of Branch Desk, and left out: ${leftOut.join(', ')}.`;
}
