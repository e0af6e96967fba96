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

/** Summarizes a restore. */
export interface Restored {
  /** Time of the backup, ISO 8601 in UTC. */
  readonly madeAt: string;
  readonly rows: number;
  /** Tables and columns of the backup that this schema lacks; they are skipped. */
  readonly leftOut: readonly string[];
}

/**
 * Restores a backup into an empty database. The whole file is verified first. One transaction then applies the backup's migrations,
 * inserts its rows and applies newer migrations. Triggers are disabled, since the backup contains the aggregates; keys, checks and foreign
 * keys are validated at the end. Servers that start meanwhile wait for the schema lock.
 * @throws {StartupError} if nothing could be restored; the database is unchanged then
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
    const result = await work();
    await client.query('commit');
    return result;
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
  const isInBackup = ({ name }: Migration) => header.migrations.includes(name);
  for (const migration of all.filter(isInBackup)) {
    if (!applied.has(migration.name)) await applyMigration(client, migration);
  }
  const tables = await storedTables(client);
  const leftOut = await insertRows(client, file, header, tables);
  for (const migration of all.filter((migration) => !isInBackup(migration)))
    await applyMigration(client, migration);
  await raiseVersions(client);
  await beginGeneration(client, header);
  return leftOut;
}

/** How far a restore moves the student codes ahead: codes given after the backup are on paper already. */
const CODE_LEAP = 1_000;

/** How far a restore raises the versions of records, so that a version from after the backup never stands for other content. */
const VERSION_LEAP = 1_000_000;

/** Raises the versions of all records. */
async function raiseVersions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'version' order by 1`,
  );
  for (const { name } of rows) {
    await client.query(`alter table ${quoted(name)} disable trigger user`);
    await client.query(`update ${quoted(name)} set version = version + $1`, [VERSION_LEAP]);
    await client.query(`alter table ${quoted(name)} enable trigger user`);
  }
}

/** Makes the database a new generation, so that devices notice the restore, and skips codes that may have been given since the backup. */
async function beginGeneration(client: pg.Client, { made_at }: BackupHeader): Promise<void> {
  await client.query('update generation set id = gen_random_uuid(), restored_from = $1', [made_at]);
  await client.query(
    `insert into student_counter as kept (branch_id, last) select id, $1 from branch
      on conflict (branch_id) do update set last = kept.last + excluded.last`,
    [CODE_LEAP],
  );
}

/** Checks that the database is empty and returns its applied migrations. Waits for a concurrent creation of the first user. */
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

async function insertRows(
  client: pg.Client,
  file: string,
  header: BackupHeader,
  tables: readonly StoredTable[],
): Promise<string[]> {
  const plans = header.tables.map((table) => insertPlanFor(table, tables));
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

/** Builds the INSERT for one table of the backup and lists columns that this schema lacks. */
function insertPlanFor({ name, columns }: BackupHeader['tables'][number], tables: readonly StoredTable[]) {
  const table = tables.find((table) => table.name === name);
  if (table === undefined) return { insert: undefined, leftOut: [name] };
  const knownColumns = table.columns.filter((column) => columns.includes(column.name));
  const unknownColumns = columns.filter((column) => !knownColumns.some((known) => known.name === column));
  const names = knownColumns.map((column) => quoted(column.name));
  const values = knownColumns.map((column) => `given.${quoted(column.name)}::${column.type}`);
  const recordColumns = names.map((column) => `${column} text`);
  return {
    insert: `insert into ${quoted(name)} (${names.join()}) overriding system value
      select ${values.join()} from json_to_recordset($1::json) as given(${recordColumns.join()})`,
    leftOut: unknownColumns.map((column) => `${name}.${column}`),
  };
}

/** Refreshes the planner statistics. A failure only means slower queries until autovacuum runs. */
async function refreshStatistics(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('analyze').catch(() => undefined);
  await client.end();
}
