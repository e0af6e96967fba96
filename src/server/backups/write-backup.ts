import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { withClient } from '#server/db/connections.ts';
import { withLock } from '#server/db/locks.ts';
import { appliedMigrations } from '#server/db/migrate.ts';
import { codeOf, reasonOf, StartupError } from '#server/platform/startup-error.ts';
import { type BackupHeader, type BackupTrailer, FORMAT, plainText } from './backup-format.ts';
import {
  describeBranches,
  lastIds,
  quoted,
  type StoredTable,
  storedTables,
  sumTables,
} from './backup-tables.ts';
import { rowsOfBranch, travellingTables } from './branch-tables.ts';

const FETCH_ROWS = 100;

interface Backup {
  readonly tables: number;
  readonly rows: number;
  /** File size in bytes. */
  readonly size: number;
}

/**
 * A consistent backup of all tables, also while servers write. The file has a header with the sums, every row as
 * PostgreSQL's JSON with each value as text, and a trailer with row counts and a checksum. At most 100 rows are in
 * memory at a time.
 * It includes idempotency keys, because a device may retry a write after a restore (decision 4), and sessions, so that
 * a restore signs no user out while the token secret is the same. It contains password hashes: store it as safely as
 * the database.
 * @param options.branch number of the one branch to back up, as decimal text: the file is then that of a database with
 *   this branch alone
 * @throws {StartupError} if the database is empty or the file cannot be written
 */
export async function writeBackup(
  owner: pg.ClientConfig,
  file: string,
  { branch, ...options }: { readonly force: boolean; readonly branch?: string },
): Promise<Backup> {
  return withClient(owner, async (client) => {
    // No migration comes between the names of the tables and their locks.
    const snapshot = await withLock(owner, 'schema', () => beginSnapshot(client, branch));
    const { tables } = snapshot;
    const header = await describeSnapshot(client, snapshot, branch);
    const counts = header.tables.map(() => 0);
    const rowsOf = sourceOf(branch);
    const lines = () => [Readable.from(linesOf(client, header, tables, { counts, rowsOf })), createGzip()];
    const size = await writeNewFile(file, lines, options);
    return { tables: tables.length, rows: counts.reduce((sum, count) => sum + count, 0), size };
  });
}

interface Snapshot {
  readonly migrations: string[];
  readonly tables: StoredTable[];
}

type RowsOf = (table: StoredTable) => string;

/** What is read of a table. */
const sourceOf =
  (branch: string | undefined): RowsOf =>
  (table) =>
    branch === undefined ? quoted(table.name) : `(${rowsOfBranch(table, branch)}) as of_branch`;

/** A repeatable-read transaction. The table locks block migrations only. */
async function beginSnapshot(client: pg.Client, branch: string | undefined): Promise<Snapshot> {
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0) {
    throw new StartupError(
      'There is nothing to back up: this database is empty. Check DATA_DIR or DATABASE_URL.',
    );
  }
  const all = await storedTables(client);
  const tables = branch === undefined ? all : await travellingTables(client, all);
  await client.query(`begin isolation level repeatable read read only; ${plainText}`);
  const names = tables.map(({ name }) => quoted(name)).join(', ');
  await client.query(`lock table ${names} in access share mode`);
  return { migrations, tables };
}

async function describeSnapshot(
  client: pg.Client,
  { migrations, tables }: Snapshot,
  branch: string | undefined,
): Promise<BackupHeader> {
  const { rows } = await client.query<{ now: string; generation: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now,
       (select id::text from generation) as generation`,
  );
  const tableHeaders: BackupHeader['tables'] = [];
  for (const table of tables) {
    const columns = table.columns.map(({ name }) => name);
    tableHeaders.push({ name: table.name, columns, last_ids: await lastIds(client, table) });
  }
  const made_at = rows[0]?.now ?? '';
  const summary = {
    tables: await sumTables(client, tables, sourceOf(branch)),
    branches: (await describeBranches(client, tables)).filter(({ id }) => [id, undefined].includes(branch)),
  };
  const generation = rows[0]?.generation;
  return { branch_desk_backup: FORMAT, made_at, migrations, generation, tables: tableHeaders, summary };
}

async function* linesOf(
  client: pg.Client,
  header: BackupHeader,
  tables: readonly StoredTable[],
  { counts, rowsOf }: { readonly counts: number[]; readonly rowsOf: RowsOf },
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  yield hashed(`${JSON.stringify(header)}\n`);
  for (const [index, table] of tables.entries()) {
    for await (const rows of batchesOf(client, table, rowsOf(table))) {
      counts[index] = (counts[index] ?? 0) + rows.length;
      yield hashed(rows.map((row) => `${index} ${row}\n`).join(''));
    }
  }
  const trailer: BackupTrailer = { rows: counts, sha256: hash.digest('hex') };
  yield `${JSON.stringify(trailer)}\n`;
}

/** Values are text, so that no number becomes a float and stored JSON stays unchanged. */
async function* batchesOf(
  client: pg.Client,
  { columns }: StoredTable,
  source: string,
): AsyncGenerator<string[]> {
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => `${quoted(name)}::text`);
  // Not row_to_json: Citus calls the columns of a distributed table f1, f2.
  await client.query(
    `declare backup_rows no scroll cursor for
      select json_object('{${names.join()}}', array[${values.join()}])::text as row from ${source}`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${FETCH_ROWS} from backup_rows`);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < FETCH_ROWS) break;
  }
  await client.query('close backup_rows');
}

/** @throws {StartupError} if the file exists and `force` is not set */
function assertMayCreate(file: string, force: boolean): void {
  if (!force && existsSync(file)) {
    throw new StartupError(`${file} is there already: choose another name, or replace it with --force.`);
  }
}

/**
 * With mode 0600. It is written and synced as FILE.partial, then renamed, so a crash leaves no incomplete
 * FILE.
 * @returns the file size in bytes
 * @throws {StartupError} if the file exists or cannot be written
 */
export async function writeNewFile(
  file: string,
  source: () => (Readable | Duplex)[],
  { force }: { readonly force: boolean },
): Promise<number> {
  assertMayCreate(file, force);
  const partial = `${file}.partial`;
  try {
    await rm(partial, { force: true });
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline([...source(), target]);
    assertMayCreate(file, force);
    await rename(partial, file);
    await syncFolder(path.dirname(file));
    return target.bytesWritten;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    if (error instanceof StartupError || !isFileSystemError(error)) throw error;
    throw new StartupError(`The backup cannot be written to ${file} (${reasonOf(error)}).`);
  }
}

/** A database error has no `syscall`. */
function isFileSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && /^E[A-Z]+$/.test(codeOf(error) ?? '');
}

/** The rename then survives a power loss. Some systems cannot open folders and need no sync. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // The file itself is synced already.
  }
}
