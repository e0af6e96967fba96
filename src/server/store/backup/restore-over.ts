import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { StartupError } from '#server/startup-error.ts';
import { withClient } from '#server/store/connections/database-client.ts';
import { appliedMigrations, lockSchema } from '../migrate.ts';
import { plainText } from './backup-format.ts';
import { requireSameSums } from './backup-summary.ts';
import { beginGeneration, readGiven } from './begin-generation.ts';
import { insertRows } from './insert-rows.ts';
import { bringAccountsBack, setAccountsAside } from './kept-accounts.ts';
import { leapSince } from './leap.ts';
import {
  inOneTransaction,
  refreshStatistics,
  restoreBackup,
  type VerifiedBackup,
  verifyBackup,
} from './restore-backup.ts';
import { withScratchDatabase } from './scratch-database.ts';
import { quoted, type StoredTable, storedTables } from './stored-tables.ts';
import { writeBackup } from './write-backup.ts';

/** Time for requests in flight to end, in seconds; then nothing is restored. */
const LOCK_TIMEOUT_SECONDS = 30;

/** Table that describes this database alone; it refers to branches, and counts on from the clock. */
const CHANGES = 'branch_change';

/**
 * Runs `work` with the backup in the schema of this database. An older backup is restored into a scratch database first, which brings it
 * up to this schema.
 */
export async function inSchemaOf<T>(
  owner: pg.ClientConfig,
  backup: VerifiedBackup,
  work: (converted: VerifiedBackup) => Promise<T>,
): Promise<T> {
  const applied = await withClient(owner, appliedMigrations);
  if (applied.join() === backup.header.migrations.join()) return work(backup);
  const file = `${backup.file}.converted`;
  try {
    await withScratchDatabase(owner, async (scratch) => {
      await restoreBackup(scratch, backup.file, { asCopy: true });
      await writeBackup(scratch, file, { force: true });
    });
    const converted = await verifyBackup(file);
    return await work({ ...converted, header: { ...converted.header, made_at: backup.header.made_at } });
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Replaces the rows of a database that is in use by those of a backup in the same schema, in one transaction. Writers are locked out before
 * `beforeChange` runs, so that a backup made there holds every write that was acknowledged. Users and sessions stay those of today.
 * @throws {StartupError} if nothing could be restored; the database is unchanged then
 */
export async function restoreOver(
  owner: pg.ClientConfig,
  { file, header }: VerifiedBackup,
  beforeChange: () => Promise<void>,
): Promise<void> {
  await withClient(owner, async (client) => {
    await client.query(plainText);
    await client.query(`set lock_timeout to '${LOCK_TIMEOUT_SECONDS}s'`);
    await inOneTransaction(client, async () => {
      const tables = await storedTables(client);
      await client.query(`lock table ${namesOf(tables)} in exclusive mode`);
      await beforeChange();
      await lockSchema(client);
      await requireSameMigrations(client, header.migrations);
      await replaceRows(client, { file, header }, tables);
    });
  });
  await refreshStatistics(owner);
}

const namesOf = (tables: readonly Pick<StoredTable, 'name'>[]) =>
  tables.map(({ name }) => quoted(name)).join(', ');

async function requireSameMigrations(client: pg.Client, migrations: readonly string[]): Promise<void> {
  if ((await appliedMigrations(client)).join() === migrations.join()) return;
  throw new StartupError('The schema was changed meanwhile. Nothing was restored; try again.');
}

async function replaceRows(
  client: pg.Client,
  { file, header }: Pick<VerifiedBackup, 'file' | 'header'>,
  tables: readonly StoredTable[],
): Promise<void> {
  const given = await readGiven(client);
  const leap = await leapSince(client, header);
  await setAccountsAside(client);
  const replaced = tables.filter(({ name }) => header.tables.some((table) => table.name === name));
  await insertRows(client, file, header, {
    tables: replaced,
    idLeap: leap.ids,
    clear: () => client.query(`truncate ${namesOf([...replaced, { name: CHANGES }])}`),
  });
  if (header.summary) await requireSameSums(client, replaced, header.summary.tables);
  await bringAccountsBack(client, replaced);
  await beginGeneration(client, header, leap, given);
  // No device knows a version of this moment, so each reads everything anew.
  await client.query(
    `insert into ${CHANGES} (branch_id, shard, changes)
      select id, 0, (extract(epoch from clock_timestamp()) * 1000)::bigint from branch`,
  );
}
