import type pg from 'pg';
import { withClient } from '#server/db/connections.ts';
import {
  appliedMigrations,
  applyMigration,
  lockSchema,
  type Migration,
  migrate,
  migrationsOnDisk,
} from '#server/db/migrate.ts';
import { reasonOf, StartupError } from '#server/platform/startup-error.ts';
import { type BackupHeader, plainText } from './backup-format.ts';
import {
  advanceSequences,
  PEOPLE,
  quoted,
  requireSameSums,
  type StoredTable,
  storedTables,
} from './backup-tables.ts';
import { otherVersionError, readHeader, readRows } from './read-backup.ts';

interface Restored {
  /** Time of the backup, ISO 8601 in UTC. */
  readonly madeAt: string;
  readonly rows: number;
  /** Tables and columns of the backup that this schema lacks; they are skipped. */
  readonly leftOut: readonly string[];
}

interface RestoreOptions {
  /**
   * Keeps ids, codes, versions and generation as they are, and reads no statistics, because the copy only proves the
   * backup.
   */
  readonly asCopy?: boolean;
}

export interface VerifiedBackup {
  readonly file: string;
  readonly header: BackupHeader;
  readonly rows: number;
}

/**
 * The file must be whole and of a known schema.
 * @throws {StartupError} if it cannot be restored
 */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  const header = await readHeader(file);
  const known = new Set((await migrationsOnDisk()).map(({ name }) => name));
  if (!header.migrations.every((name) => known.has(name))) throw otherVersionError(file);
  let rows = 0;
  for await (const batch of readRows(file, header)) rows += batch.rows.length;
  return { file, header, rows };
}

/**
 * For a database that nobody has used. The whole file is verified first. One transaction then applies the backup's migrations,
 * inserts its rows, compares the sums and applies newer migrations. Triggers are disabled, because the backup contains
 * the aggregates; keys, checks and foreign keys are validated at the end. Servers that start meanwhile wait for the
 * schema lock.
 * @throws {StartupError} if nothing could be restored; the database is unchanged then
 */
export async function restoreBackup(
  owner: pg.ClientConfig,
  file: string,
  options: RestoreOptions = {},
): Promise<Restored> {
  const backup = await verifyBackup(file);
  const all = await migrationsOnDisk();
  const leftOut = await withClient(owner, async (client) => {
    return inOneTransaction(client, async () => {
      await client.query(plainText);
      await lockSchema(client);
      return restoreInto(client, backup, all, options);
    });
  });
  await migrate(owner);
  if (!options.asCopy) await refreshStatistics(owner);
  return { madeAt: backup.header.made_at, rows: backup.rows, leftOut };
}

/** @throws {StartupError} with the database's error as its cause */
export async function inOneTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
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
      { cause: error },
    );
  }
}

async function restoreInto(
  client: pg.Client,
  { file, header }: VerifiedBackup,
  all: readonly Migration[],
  { asCopy = false }: RestoreOptions,
): Promise<string[]> {
  const applied = await requireEmpty(client, header);
  const isInBackup = ({ name }: Migration) => header.migrations.includes(name);
  for (const migration of all.filter(isInBackup)) {
    if (!applied.has(migration.name)) await applyMigration(client, migration);
  }
  const tables = await storedTables(client);
  const leap = asCopy ? noLeap : await leapSince(client, header);
  const leftOut = await insertRows(client, file, header, { tables, idLeap: leap.ids });
  if (header.summary) await requireSameSums(client, tables, header.summary.tables);
  for (const migration of all.filter((migration) => !isInBackup(migration)))
    await applyMigration(client, migration);
  if (!asCopy) await beginGeneration(client, header, leap);
  return leftOut;
}

/** Where a first start writes: one branch with one user. */
const FIRST_RUN = ['branch', 'branch_settings', PEOPLE, 'app_user', 'first_run'];

/** No branch, or the one of a first start that nobody has set up or signed in to. */
export async function isUnused(client: pg.Client, tables: readonly StoredTable[]): Promise<boolean> {
  const others = tables.filter(({ name }) => !FIRST_RUN.includes(name));
  const used = [
    '(select count(*) from branch) > 1',
    '(select count(*) from app_user) > 1',
    ...others.map(({ name }) => `exists (select from ${quoted(name)})`),
  ];
  const { rows } = await client.query<{ used: boolean }>(`select ${used.join(' or ')} as used`);
  return rows[0]?.used === false;
}

/**
 * Returns the applied migrations. Waits for a concurrent creation of the first user, and removes the one of a first
 * start.
 */
async function requireEmpty(client: pg.Client, header: BackupHeader): Promise<Set<string>> {
  const applied = await appliedMigrations(client);
  if (applied.length === 0) return new Set();
  await client.query('lock table app_user, branch in access exclusive mode');
  const tables = await storedTables(client);
  if (!(await isUnused(client, tables))) {
    throw new StartupError(
      'This database is not empty: a backup is restored only into one that nobody has set up or signed in to. Choose another DATA_DIR, or make a new database and set DATABASE_URL.',
    );
  }
  if (!applied.every((name) => header.migrations.includes(name))) {
    throw new StartupError(
      'This database was set up by another version than the backup was made by: choose another DATA_DIR, or make a new database and set DATABASE_URL.',
    );
  }
  await removeFirstRun(client);
  return new Set(applied);
}

/** For an unused database. */
export async function removeFirstRun(client: pg.Client): Promise<void> {
  for (const name of FIRST_RUN.toReversed()) await client.query(`delete from ${name}`);
}

/** For the query planner. A failure only means slower queries until autovacuum runs. */
export async function refreshStatistics(owner: pg.ClientConfig): Promise<void> {
  await withClient(owner, (client) => client.query('analyze').catch(() => undefined));
}

interface InsertOptions {
  readonly tables: readonly StoredTable[];
  readonly idLeap: number;
  readonly clear?: () => Promise<unknown>;
}

/**
 * Inserts without triggers into empty tables, and sets the sequences.
 * @returns tables and columns of the backup that this schema lacks
 */
export async function insertRows(
  client: pg.Client,
  file: string,
  header: BackupHeader,
  { tables, idLeap, clear }: InsertOptions,
): Promise<string[]> {
  const plans = header.tables.map((table) => insertPlanFor(table, tables));
  await withoutConstraints(client, tables, async () => {
    await clear?.();
    for await (const { table, rows } of readRows(file, header)) {
      const insert = plans[table]?.insert;
      if (insert !== undefined) await client.query(insert, [`[${rows.join()}]`]);
    }
  });
  for (const { name, columns, last_ids } of header.tables) {
    const known = tables.find((table) => table.name === name);
    const identities =
      known?.columns.filter((column) => column.identity && columns.includes(column.name)) ?? [];
    for (const column of identities) {
      await advanceSequences(client, {
        table: name,
        column: column.name,
        last: last_ids[column.name],
        leap: idLeap,
      });
    }
  }
  return plans.flatMap((plan) => plan.leftOut);
}

interface InsertPlan {
  /** Takes the rows of a batch as a JSON array; undefined for a table that this schema lacks. */
  readonly insert: string | undefined;
  /** Tables and columns that this schema lacks. */
  readonly leftOut: readonly string[];
}

/** @param into the relation to insert into, in place of the table of that name */
export function insertPlanFor(
  { name, columns }: BackupHeader['tables'][number],
  tables: readonly StoredTable[],
  into: string = quoted(name),
): InsertPlan {
  const table = tables.find((table) => table.name === name);
  if (table === undefined) return { insert: undefined, leftOut: [name] };
  const knownColumns = table.columns.filter((column) => columns.includes(column.name));
  const unknownColumns = columns.filter((column) => !knownColumns.some((known) => known.name === column));
  const names = knownColumns.map((column) => quoted(column.name));
  const values = knownColumns.map((column) => `given.${quoted(column.name)}::${column.type}`);
  const recordColumns = names.map((column) => `${column} text`);
  return {
    insert: `insert into ${into} (${names.join()}) overriding system value
      select ${values.join()} from json_to_recordset($1::json) as given(${recordColumns.join()})`,
    leftOut: unknownColumns.map((column) => `${name}.${column}`),
  };
}

interface DroppedObject {
  readonly drop: string;
  readonly restore: string;
}

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
  from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) order by conname`;

const indexes = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as restore
  from pg_index where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by indexrelid`;

/**
 * Works in the open transaction without triggers, foreign keys and indexes: rows can be inserted in any order and
 * quickly, and no trigger counts them twice. Afterwards everything is recreated, which checks every key over all rows.
 * @throws the database's error if a row violates a foreign key or a unique index
 */
export async function withoutConstraints(
  client: pg.Client,
  tables: readonly StoredTable[],
  work: () => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  const forEachTable = async (statement: (name: string) => string) => {
    for (const name of names) await client.query(statement(name));
  };
  const dropped: DroppedObject[] = [];
  for (const found of [foreignKeys, indexes]) {
    const { rows } = await client.query<DroppedObject>(found, [names]);
    dropped.push(...rows);
  }
  await forEachTable((name) => `alter table ${name} disable trigger user`);
  for (const { drop } of dropped) await client.query(drop);
  await work();
  for (const { restore } of dropped.toReversed()) await client.query(restore);
  await forEachTable((name) => `alter table ${name} enable trigger user`);
}

interface GivenBefore {
  readonly version: number;
  readonly codes: ReadonlyMap<string, number>;
}

const nothingGiven: GivenBefore = { version: 0, codes: new Map() };

async function versionedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'version' order by 1`,
  );
  return rows.map(({ name }) => quoted(name));
}

export async function readGiven(client: pg.Client): Promise<GivenBefore> {
  const tables = await versionedTables(client);
  const highest = tables.map((name) => `(select max(version) from ${name})`);
  const { rows } = await client.query<{ version: number | null }>(
    `select greatest(${highest.join() || 'null'}) as version`,
  );
  const counters = await client.query<{ branch: string; last: number }>(
    'select branch_id::text as branch, last::integer from student_counter',
  );
  return {
    version: rows[0]?.version ?? 0,
    codes: new Map(counters.rows.map(({ branch, last }) => [branch, last])),
  };
}

async function raiseVersions(client: pg.Client, leap: number): Promise<void> {
  for (const name of await versionedTables(client)) {
    await client.query(`alter table ${name} disable trigger user`);
    await client.query(`update ${name} set version = version + $1`, [leap]);
    await client.query(`alter table ${name} enable trigger user`);
  }
}

/**
 * Devices notice the restore by the new generation (decision 93). Versions and student codes go on beyond the backup
 * and beyond the numbers given before.
 */
export async function beginGeneration(
  client: pg.Client,
  { made_at }: Pick<BackupHeader, 'made_at'>,
  leap: Leap,
  given = nothingGiven,
): Promise<void> {
  await raiseVersions(client, given.version + leap.versions);
  await client.query('update generation set id = gen_random_uuid(), restored_from = $1', [made_at]);
  await client.query(
    `insert into student_counter as kept (branch_id, last)
      select id, greatest(coalesce(before.last, 0), 0) + $1 from branch
        left join json_to_recordset($2::json) as before(branch bigint, last integer) on before.branch = branch.id
      on conflict (branch_id) do update set last = greatest(kept.last, excluded.last - $1) + $1`,
    [leap.codes, JSON.stringify([...given.codes].map(([branch, last]) => ({ branch, last })))],
  );
}

interface Leap {
  readonly ids: number;
  readonly versions: number;
  readonly codes: number;
}

const noLeap: Leap = { ids: 0, versions: 0, codes: 0 };

const LEAST: Leap = { ids: 1_000_000_000, versions: 1_000_000, codes: 1_000 };

/** Further move per second of the backup's age: more than a branch ever needs in that time. */
const PER_SECOND: Leap = { ids: 10_000, versions: 10, codes: 1 / 60 };

/** Versions are stored as integers, and a restore of an old backup must fit as well. */
const MOST_VERSIONS = 500_000_000;

/**
 * Uses the clock of the database (decision 93). The leap grows with the age of the backup, so that a second restore of
 * the same backup repeats no number that was given in between.
 */
export async function leapSince(
  client: pg.Client,
  { made_at }: Pick<BackupHeader, 'made_at'>,
): Promise<Leap> {
  const { rows } = await client.query<{ age: string }>(
    'select greatest(0, extract(epoch from clock_timestamp() - $1::timestamptz))::text as age',
    [made_at],
  );
  const age = Number(rows[0]?.age ?? 0);
  const grown = (counter: keyof Leap) => LEAST[counter] + Math.floor(age * PER_SECOND[counter]);
  return {
    ids: grown('ids'),
    versions: Math.min(grown('versions'), MOST_VERSIONS),
    codes: grown('codes'),
  };
}
