import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { withClient } from '#server/db/connections.ts';
import { appliedMigrations, lockSchema } from '#server/db/migrate.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { plainText } from './backup-format.ts';
import {
  PEOPLE,
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
  await client.query(setAside.join(';'));
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

/** What people have put before them, and ways to get in that their users have opened. */
const ACCESSES = [...personalAccesses, 'session', 'spreadsheet_token'];

const setAside = [PEOPLE, 'app_user', ...ACCESSES].map(
  (name) => `create temporary table kept_${name} on commit drop as select * from public.${name}`,
);

/**
 * The same person before and after: id and address are equal. Ids alone may belong to two people if the backup is of
 * another database.
 */
const isSame = 'now.id = kept.id and lower(now.email) = lower(kept.email)';
const people = `(select kept.id from kept_person as kept join person as now on ${isSame})`;
const users = `(select branch_id, id from app_user where person_id in ${people})`;

/** Which of the kept rows come back. */
const isBack = (name: string): string => {
  if (name === 'session')
    return `(branch_id, person_id) in (select branch_id, person_id from app_user) and person_id in ${people}`;
  return name === 'spreadsheet_token' ? `(branch_id, user_id) in ${users}` : `person_id in ${people}`;
};

/**
 * A restore takes back records, not the right to sign in: a password that was changed since, an ended session, a
 * revoked token, a removed connection or second factor and an open link do not come back, and a user who was added since is not locked out.
 */
async function bringAccountsBack(client: pg.ClientBase, tables: readonly StoredTable[]): Promise<void> {
  const columnsOf = (name: string): string[] =>
    (tables.find((table) => table.name === name)?.columns ?? []).map((column) => quoted(column.name));
  const changesOf = (name: string, except: readonly string[]) =>
    columnsOf(name)
      .filter((column) => !except.map(quoted).includes(column))
      .map((column) => `${column} = kept.${column}`)
      .join();
  const bringBack = (name: string, condition: string) =>
    client.query(
      `insert into ${name} (${columnsOf(name).join()}) overriding system value
        select ${columnsOf(name).join()} from kept_${name} as kept where ${condition}`,
    );
  await client.query(
    `update person as now set ${changesOf(PEOPLE, ['id', 'home_branch_id'])} from kept_person as kept where ${isSame}`,
  );
  await bringBack(
    PEOPLE,
    `home_branch_id in (select id from branch)
      and not exists (select from person as now where now.id = kept.id or lower(now.email) = lower(kept.email))`,
  );
  await client.query(
    `update app_user as now set ${changesOf('app_user', ['branch_id', 'id', 'person_id'])} from kept_app_user as kept
      where (now.branch_id, now.id, now.person_id) = (kept.branch_id, kept.id, kept.person_id) and now.person_id in ${people}`,
  );
  await bringBack(
    'app_user',
    `branch_id in (select id from branch) and person_id in ${people} and not exists (select from app_user as now
      where now.id = kept.id or (now.branch_id, now.person_id) = (kept.branch_id, kept.person_id))`,
  );
  for (const ended of ['password_reset', 'email_change', 'oidc_code', 'factor_challenge', ...ACCESSES])
    await client.query(`delete from ${ended}`);
  for (const name of ACCESSES) await bringBack(name, isBack(name));
}
