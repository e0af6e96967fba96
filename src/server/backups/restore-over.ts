import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { withClient } from '#server/db/connections.ts';
import { appliedMigrations, lockSchema } from '#server/db/migrate.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { plainText } from './backup-format.ts';
import {
  personalAccesses,
  quoted,
  requireSameSums,
  type StoredTable,
  storedTables,
  withScratchDatabase,
} from './backup-tables.ts';
import {
  beginGeneration,
  inOneTransaction,
  insertRows,
  leapSince,
  readGiven,
  refreshStatistics,
  restoreBackup,
  type VerifiedBackup,
  verifyBackup,
} from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

/** Seconds for requests in flight to end; then nothing is restored. */
const LOCK_TIMEOUT_SECONDS = 30;

/** This table describes the present database alone: it counts on from the clock. */
const CHANGES = 'branch_change';
/** Devices announce anew; compared with restored keys, their old lists would call entries lost (decision 152). */
const DEVICES = 'device_store';
/** The restored database is one generation for all of its branches. */
const GENERATIONS = 'branch_generation';

/** An older backup is first restored into a scratch database, which brings it up to this schema. */
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
 * Replaces the rows of a database in use by those of a backup in the same schema, in one transaction. Writers are
 * locked out before `beforeChange` runs, so that a backup made there holds every acknowledged write. Users and sessions
 * stay those of today, and spreadsheet tokens.
 * @throws {StartupError} if nothing could be restored; the database is unchanged then
 */
export async function restoreOver(
  owner: pg.ClientConfig,
  { file, header }: VerifiedBackup,
  beforeChange: () => Promise<void>,
): Promise<void> {
  await withClient(owner, async (client) => {
    await inOneTransaction(client, async () => {
      await client.query(`${plainText}; set local lock_timeout to '${LOCK_TIMEOUT_SECONDS}s'`);
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
    clear: () =>
      client.query(
        `truncate ${namesOf([...replaced, ...[CHANGES, DEVICES, GENERATIONS].map((name) => ({ name }))])}`,
      ),
  });
  if (header.summary) await requireSameSums(client, replaced, header.summary.tables);
  await bringAccountsBack(client, replaced);
  await beginGeneration(client, header, leap, given);
  // No device knows a version of this moment, so each reads everything again.
  await client.query(
    `insert into ${CHANGES} (branch_id, counter, changes, named_since)
      select id, 0, now, now from branch, (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now) as clock`,
  );
}

/** Ways to get in that users have opened, and what they have put before them. */
const ACCESSES = ['session', 'spreadsheet_token', ...personalAccesses];

const keep = [
  'create temporary table kept_user on commit drop as select * from public.app_user',
  ...ACCESSES.map(
    (name) => `create temporary table kept_${name} on commit drop as select * from public.${name}`,
  ),
].join(';');

/**
 * The same person before and after: id and address are equal. Ids alone may belong to two people if the backup is of
 * another database.
 */
const isSame =
  'account.branch_id = kept.branch_id and account.id = kept.id and lower(account.email) = lower(kept.email)';

const columnsOf = (tables: readonly StoredTable[], name: string): string[] =>
  (tables.find((table) => table.name === name)?.columns ?? []).map((column) => quoted(column.name));

async function setAccountsAside(client: pg.ClientBase): Promise<void> {
  await client.query(keep);
}

/**
 * A restore takes back records, not the right to sign in: a password that was changed since, an ended session, a
 * revoked token, a removed connection or second factor and an open link do not come back, and a user who was added since is not locked out.
 */
async function bringAccountsBack(client: pg.ClientBase, tables: readonly StoredTable[]): Promise<void> {
  const columns = columnsOf(tables, 'app_user');
  const changes = columns
    .filter((name) => name !== quoted('id') && name !== quoted('branch_id'))
    .map((name) => `${name} = kept.${name}`);
  await client.query(
    `update app_user as account set ${changes.join()} from kept_user as kept where ${isSame}`,
  );
  await client.query(
    `insert into app_user (${columns.join()}) overriding system value
      select ${columns.map((name) => `kept.${name}`).join()} from kept_user as kept
      where exists (select from branch where branch.id = kept.branch_id)
        and not exists (select from app_user as account
          where account.id = kept.id or lower(account.email) = lower(kept.email))`,
  );
  for (const ended of ['password_reset', 'email_change', 'oidc_code', 'factor_challenge', ...ACCESSES])
    await client.query(`delete from ${ended}`);
  for (const name of ACCESSES) {
    const accessColumns = columnsOf(tables, name);
    await client.query(
      `insert into ${name} (${accessColumns.join()}) overriding system value
        select ${accessColumns.map((column) => `access.${column}`).join()} from kept_${name} as access
        where exists (select from app_user as account join kept_user as kept on ${isSame}
          where account.branch_id = access.branch_id and account.id = access.user_id)`,
    );
  }
}
