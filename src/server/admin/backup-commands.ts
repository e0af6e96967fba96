import path from 'node:path';
import type pg from 'pg';
import { plural } from '#contract/messages.ts';
import { createBackupFolder, listBackups } from '#server/backups/backup-folder.ts';
import { backupPlaceOf } from '#server/backups/backup-service.ts';
import { proofOf, upgradeSchema } from '#server/backups/make-backup.ts';
import { hasDatabase, openOwnDatabase } from '#server/backups/missing-database.ts';
import { restoreBackup, verifyBackup } from '#server/backups/restore-backup.ts';
import { type RestoredBranch, restoreBranch } from '#server/backups/restore-branch.ts';
import { inSchemaOf } from '#server/backups/restore-over.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { withClient } from '#server/db/connections.ts';
import { withLock } from '#server/db/locks.ts';
import { appliedMigrations, migrate } from '#server/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts';
import type { ServerConfig } from '#server/platform/config.ts';
import { StartupError } from '#server/platform/startup-error.ts';

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

const report = (line: string) => void process.stderr.write(`${line}\n`);

export async function withUpgraded<T>(
  config: ServerConfig,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openOwnDatabase(config, { attach: true });
  return withDatabase(database, async () => {
    await upgradeSchema(backupPlaceOf(config, database), report);
    return work(database);
  });
}

/** The schema is not migrated, so that a newer version can make the backup before an upgrade. */
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

/** Newest first; needs no database. */
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
 * The embedded database is opened exclusively: a running server prevents the restore, and none can start during it. On DATABASE_URL
 * a starting server waits, and one at its first run goes on with the restored data.
 */
export async function restore({ file }: { readonly file: string }, config: ServerConfig): Promise<string> {
  const source = resolveFromCaller(file);
  const database = await openDatabase(config, { attach: false });
  const { rows, madeAt, leftOut } = await withDatabase(database, () => restoreBackup(database.owner, source));
  const done = `Restored ${formatRows(rows)} from the backup of ${formatTime(madeAt)}.`;
  return leftOut.length === 0 ? done : `${done} Not of Branch Desk, and left out: ${leftOut.join(', ')}.`;
}

/** In the place of one that was lost, after which a start is refused. */
export async function newDatabase(config: ServerConfig): Promise<string> {
  const exists = () => new StartupError('There is a database already: nothing was made.');
  if (config.databaseUrl === undefined && hasDatabase(config)) throw exists();
  const database = await openDatabase(config, { attach: false });
  await withDatabase(database, async () => {
    if ((await withClient(database.owner, appliedMigrations)).length > 0) throw exists();
    await migrate(database.owner);
  });
  return 'There is an empty database now: start the server to set it up.';
}

const stamp = () => new Date().toISOString().replace(/[-:]|\.\d+/g, '');

interface NamedBranch {
  readonly id: string;
  readonly name: string;
}

async function branchNamed(owner: pg.ClientConfig, nameOrId: string): Promise<NamedBranch> {
  const { rows } = await withClient(owner, (client) =>
    client.query<NamedBranch>(
      `select id::text, name from branch where lower(name) = lower($1) or id::text = $1
        order by lower(name) = lower($1) desc limit 1`,
      [nameOrId],
    ),
  );
  if (!rows[0]) throw new StartupError(`There is no branch named ${nameOrId}.`);
  return rows[0];
}

/** While people work. A file that does not prove itself stays. */
export async function backUpBranch(
  {
    branch,
    file,
    force,
  }: { readonly branch: string; readonly file?: string | undefined; readonly force: boolean },
  config: ServerConfig,
): Promise<string> {
  return withUpgraded(config, async (database) => {
    const { owner } = database;
    const { id, name } = await branchNamed(owner, branch);
    const target = resolveFromCaller(file ?? `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}-${stamp()}.backup`);
    const { rows, size } = await writeBackup(owner, target, { force, branch: id });
    const proof = await withLock(owner, 'backup', () => proofOf(backupPlaceOf(config, database), target));
    const done = `Backed up ${name}, ${formatRows(rows)}, to ${target} (${formatSize(size)}).`;
    if (proof?.state === 'failed') {
      throw new StartupError(`${done} It does not prove itself: ${proof.reason ?? ''}`);
    }
    return proof?.state === 'proven'
      ? `${done} It was restored into a scratch database and compared.`
      : `${done} It was not tried: ${proof?.reason ?? 'the database did not answer'}`;
  });
}

function describeRestored(
  { name, madeAt, rows, wasHere, joined, transfers }: RestoredBranch,
  before: string | undefined,
): string {
  const what = `${formatRows(rows)} of the backup of ${formatTime(madeAt)}`;
  return [
    wasHere
      ? `${name} has the ${what} again. What was there is in ${before}.`
      : `${name} was added, with the ${what}. Its users sign in with the passwords that they had.`,
    ...(joined.length === 0 ? [] : [`With the password of here: ${joined.join(', ')}.`]),
    ...(transfers === 0
      ? []
      : [
          `${plural(transfers, { one: '# transfer of a student', other: '# transfers of students' })} since the backup: look whether they are in both branches, or in neither.`,
        ]),
  ].join(' ');
}

/** Others may work meanwhile. `branch` is the file, `name` its branch where it has several. */
export async function restoreOneBranch(
  {
    branch: file,
    name,
    join,
  }: { readonly branch: string; readonly name?: string | undefined; readonly join: boolean },
  config: ServerConfig,
): Promise<string> {
  const source = resolveFromCaller(file);
  const database = await openDatabase(config, { attach: true });
  const { owner } = database;
  return withDatabase(database, async () => {
    const place = backupPlaceOf(config, database);
    await upgradeSchema(place, report);
    const backup = await verifyBackup(source);
    let before: string | undefined;
    const keepBefore = async (branch: string) => {
      await createBackupFolder(place.folder);
      before = path.join(place.folder, `branch-${branch}-before-restore-${stamp()}.backup`);
      await writeBackup(owner, before, { force: true, branch });
    };
    const restored = await withLock(owner, 'backup', () =>
      inSchemaOf(owner, backup, (converted) =>
        restoreBranch(owner, converted, { name, join, beforeChange: keepBefore }),
      ),
    );
    if (!restored) throw new Error('The lock of backups was not waited for.');
    return describeRestored(restored, before);
  });
}
