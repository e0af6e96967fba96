import type pg from 'pg';
import { reasonOf, StartupError } from '#server/startup-error.ts';
import { withClient } from '#server/store/connections/database-client.ts';
import {
  appliedMigrations,
  applyMigration,
  lockSchema,
  type Migration,
  migrate,
  migrationsOnDisk,
} from '../migrate.ts';
import { type BackupHeader, plainText } from './backup-format.ts';
import { requireSameSums } from './backup-summary.ts';
import { beginGeneration } from './begin-generation.ts';
import { insertRows } from './insert-rows.ts';
import { leapSince, noLeap } from './leap.ts';
import { newerVersionError, readHeader, readRows } from './read-backup.ts';
import { storedTables } from './stored-tables.ts';

/** Summarizes a restore. */
export interface Restored {
  /** Time of the backup, ISO 8601 in UTC. */
  readonly madeAt: string;
  readonly rows: number;
  /** Tables and columns of the backup that this schema lacks; they are skipped. */
  readonly leftOut: readonly string[];
}

/** Configures a restore. */
interface RestoreOptions {
  /** Keeps ids, codes, versions and generation as they are, and reads no statistics: the copy proves the backup, and nobody uses it. */
  readonly asCopy?: boolean;
}

/** Represents a backup file that was read completely once. */
export interface VerifiedBackup {
  readonly file: string;
  readonly header: BackupHeader;
  readonly rows: number;
}

/**
 * Reads a backup completely and checks that it is whole and that this version knows its schema.
 * @throws {StartupError} if it cannot be restored
 */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  const header = await readHeader(file);
  const known = new Set((await migrationsOnDisk()).map(({ name }) => name));
  if (!header.migrations.every((name) => known.has(name))) throw newerVersionError(file);
  let rows = 0;
  for await (const batch of readRows(file, header)) rows += batch.rows.length;
  return { file, header, rows };
}

/**
 * Restores a backup into an empty database. The whole file is verified first. One transaction then applies the backup's migrations,
 * inserts its rows, compares the sums and applies newer migrations. Triggers are disabled, since the backup contains the aggregates; keys, checks and foreign
 * keys are validated at the end. Servers that start meanwhile wait for the schema lock.
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
    await client.query(plainText);
    await lockSchema(client);
    return inOneTransaction(client, () => restoreInto(client, backup, all, options));
  });
  await migrate(owner);
  if (!options.asCopy) await refreshStatistics(owner);
  return { madeAt: backup.header.made_at, rows: backup.rows, leftOut };
}

/**
 * Runs `work` in one transaction.
 * @throws {StartupError} with the database's error as its cause
 */
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

/** Refreshes the planner statistics. A failure only means slower queries until autovacuum runs. */
export async function refreshStatistics(owner: pg.ClientConfig): Promise<void> {
  await withClient(owner, (client) => client.query('analyze').catch(() => undefined));
}
