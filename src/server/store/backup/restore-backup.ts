import pg from 'pg';
import { reasonOf, StartupError } from '#server/startup-error.ts';
import {
  appliedMigrations,
  applyMigration,
  lockSchema,
  type Migration,
  migrate,
  migrationsOnDisk,
} from '../migrate.ts';
import { type BackupHeader, plainText } from './backup-format.ts';
import { withoutConstraints } from './bare-tables.ts';
import { newerVersionError, readHeader, readRows } from './read-backup.ts';
import { advanceSequences, quoted, type StoredTable, storedTables } from './stored-tables.ts';

/** What was restored. */
export interface Restored {
  /** When the backup was made, ISO 8601 in UTC. */
  readonly madeAt: string;
  readonly rows: number;
  /** Tables and columns of the backup that are none of ours, and were left out. */
  readonly leftOut: readonly string[];
}

/**
 * Brings a backup into an empty database: the whole file is checked first, then everything happens in one transaction, which gives the
 * database the backup's own schema, its rows, and the migrations that this build has beyond it. Triggers stay silent, since what they keep
 * is in the backup too; keys, checks and foreign keys hold at the end. Servers that start meanwhile wait until it is done.
 * @throws {StartupError} in plain words; nothing was written then
 */
export async function restoreBackup(owner: pg.ClientConfig, file: string): Promise<Restored> {
  const header = await readHeader(file);
  const all = await migrationsOnDisk();
  const known = new Set(all.map(({ name }) => name));
  if (!header.migrations.every((name) => known.has(name))) throw newerVersionError(file);
  let rows = 0;
  for await (const batch of readRows(file, header)) rows += batch.rows.length;

  const client = new pg.Client(owner);
  client.on('error', () => undefined);
  await client.connect();
  let leftOut: string[];
  try {
    await client.query(plainText);
    await lockSchema(client);
    leftOut = await inOneTransaction(client, () => restoreInto(client, file, header, all));
  } finally {
    await client.end();
  }
  await migrate(owner);
  await refreshStatistics(owner);
  return { madeAt: header.made_at, rows, leftOut };
}

async function inOneTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const done = await work();
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The backup could not be restored; the database is as it was (${reasonOf(error)}).`,
    );
  }
}

async function restoreInto(
  client: pg.Client,
  file: string,
  header: BackupHeader,
  all: readonly Migration[],
): Promise<string[]> {
  const applied = await requireEmpty(client, header);
  const isOfBackup = ({ name }: Migration) => header.migrations.includes(name);
  for (const step of all.filter(isOfBackup)) {
    if (!applied.has(step.name)) await applyMigration(client, step);
  }
  const tables = await storedTables(client);
  const leftOut = await withTables(client, file, header, tables);
  for (const step of all.filter((one) => !isOfBackup(one))) await applyMigration(client, step);
  return leftOut;
}

/** What the database has seen of the schema. A first sign-in that is being made at this moment is waited for, and seen. */
async function requireEmpty(client: pg.Client, header: BackupHeader): Promise<Set<string>> {
  const applied = await appliedMigrations(client);
  if (applied.length === 0) return new Set();
  await client.query('lock table app_user, branch in access exclusive mode');
  const { rowCount } = await client.query('select from branch limit 1');
  if (rowCount !== 0) {
    throw new StartupError(
      'This database is not empty: a backup is restored only into an empty one. Choose another DATA_DIR, or make a new database and set DATABASE_URL.',
    );
  }
  if (!applied.every((name) => header.migrations.includes(name))) {
    throw new StartupError(
      'This database was set up by a newer version than the backup was made by: choose another DATA_DIR, or make a new database and set DATABASE_URL.',
    );
  }
  return new Set(applied);
}

async function withTables(
  client: pg.Client,
  file: string,
  header: BackupHeader,
  tables: readonly StoredTable[],
): Promise<string[]> {
  const plans = header.tables.map((table) => planFor(table, tables));
  await withoutConstraints(client, tables, async () => {
    for await (const { table, rows } of readRows(file, header)) {
      const insert = plans[table]?.insert;
      if (insert !== undefined) await client.query(insert, [`[${rows.join()}]`]);
    }
  });
  for (const { name, columns, last_ids } of header.tables) {
    const known = tables.find((table) => table.name === name);
    const identities =
      known?.columns.filter((column) => column.identity && columns.includes(column.name)) ?? [];
    for (const column of identities) await advanceSequences(client, name, column.name, last_ids[column.name]);
  }
  return plans.flatMap((plan) => plan.leftOut);
}

/** The statement that takes rows of one table, and what of them has no place in our schema. */
function planFor({ name, columns }: BackupHeader['tables'][number], tables: readonly StoredTable[]) {
  const table = tables.find((one) => one.name === name);
  if (table === undefined) return { insert: undefined, leftOut: [name] };
  const ours = table.columns.filter((column) => columns.includes(column.name));
  const strange = columns.filter((column) => !ours.some((own) => own.name === column));
  const names = ours.map((column) => quoted(column.name));
  const values = ours.map((column) => `given.${quoted(column.name)}::${column.type}`);
  const shape = names.map((column) => `${column} text`);
  return {
    insert: `insert into ${quoted(name)} (${names.join()}) overriding system value
      select ${values.join()} from json_to_recordset($1::json) as given(${shape.join()})`,
    leftOut: strange.map((column) => `${name}.${column}`),
  };
}

/** A database that does not know its own sizes plans badly until it has looked by itself; that is all that fails here. */
async function refreshStatistics(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('analyze').catch(() => undefined);
  await client.end();
}
