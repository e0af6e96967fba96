import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from '#server/db/connections.ts';
import { appliedMigrations, lockSchema } from '#server/db/migrate.ts';
import { codeOf, StartupError } from '#server/platform/startup-error.ts';
import { type BackupHeader, type BranchContents, plainText } from './backup-format.ts';
import {
  advanceSequences,
  PEOPLE,
  personalAccesses,
  quoted,
  requireSameSums,
  type StoredTable,
  storedTables,
  sumTables,
} from './backup-tables.ts';
import { BRANCH, inOrderOfReferences, rowsOfBranch, travellingTables, USERS } from './branch-tables.ts';
import { readRows } from './read-backup.ts';
import {
  inOneTransaction,
  insertPlanFor,
  isUnused,
  leapSince,
  refreshStatistics,
  removeFirstRun,
  type VerifiedBackup,
} from './restore-backup.ts';

/** Seconds for the branch's writes in flight to end; then nothing is restored. */
const LOCK_TIMEOUT_SECONDS = 30;
const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 5;

interface BranchRestoreOptions {
  /** The branch of the file; may be left out where it holds one. */
  readonly name?: string | undefined;
  /** People whose address signs in here already work in the restored branch too, with the password of here. */
  readonly join: boolean;
  /** Runs before the rows of a branch in use are replaced, while nobody can write there. Its number is decimal text. */
  readonly beforeChange: (branch: string) => Promise<void>;
}

export interface RestoredBranch {
  readonly name: string;
  /** Time of the backup, ISO 8601 in UTC. */
  readonly madeAt: string;
  readonly rows: number;
  /** Whether the branch was here before, and its rows were replaced. */
  readonly wasHere: boolean;
  /** Addresses of people who sign in here already. */
  readonly joined: readonly string[];
  /** Students who went to another branch or came from one since the backup: they are in both, or in neither. */
  readonly transfers: number;
}

/** @throws {StartupError} naming the branches of the file, if it is not clear which one is meant */
function chooseBranch({ file, header }: VerifiedBackup, name: string | undefined): BranchContents {
  const branches = header.summary?.branches ?? [];
  const names = branches.map((branch) => branch.name).join(', ');
  const found =
    name === undefined
      ? branches.filter(() => branches.length === 1)
      : branches.filter((branch) => branch.name.toLowerCase() === name.toLowerCase());
  const [branch] = found;
  if (branch) return branch;
  if (branches.length === 0) throw new StartupError(`${file} holds no branch.`);
  throw new StartupError(
    name === undefined
      ? `${file} holds several branches: say with --name which one, ${names}.`
      : `${file} holds no branch ${name}, but ${names}.`,
  );
}

const staged = (table: string) => quoted(`staged_${table}`);

const ofPeople = [PEOPLE, ...personalAccesses];

/** Puts the rows of one branch into temporary tables, and all people of the backup. */
async function stage(
  client: pg.Client,
  { file, header }: VerifiedBackup,
  tables: readonly StoredTable[],
  branch: string,
): Promise<void> {
  const plans = header.tables.map((table) => insertPlanFor(table, tables, staged(table.name)));
  for (const { name, columns } of tables) {
    const names = columns.map((column) => quoted(column.name)).join();
    await client.query(
      `create temporary table ${staged(name)} on commit drop as select ${names} from ${quoted(name)} with no data`,
    );
  }
  for await (const { table, rows } of readRows(file, header)) {
    const name = header.tables[table]?.name ?? '';
    const insert = plans[table]?.insert;
    if (insert === undefined || !tables.some((one) => one.name === name)) continue;
    const key = name === BRANCH ? 'id' : 'branch_id';
    const only = ofPeople.includes(name) ? '' : ` where given.${key} = '${branch}'`;
    await client.query(`${insert}${only}`, [`[${rows.join()}]`]);
  }
}

/**
 * Whether the branch is here. Its row is locked: writes of this branch wait, and those of others do not.
 * @throws {StartupError} if another branch has its number or name
 */
async function findBranch(client: pg.Client, branch: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string; same: boolean }>(
    `select here.name, here.created_at = there.created_at as same from branch as here
      join ${staged(BRANCH)} as there on there.id = here.id where here.id = $1 for update of here`,
    [branch],
  );
  const [found] = rows;
  if (found && !found.same) {
    throw new StartupError(
      `Another branch, ${found.name}, has the number of this one in this database. Nothing was restored.`,
    );
  }
  const { rows: namesakes } = await client.query<{ name: string }>(
    `select here.name from branch as here join ${staged(BRANCH)} as there on lower(here.name) = lower(there.name)
      where here.id <> there.id`,
  );
  if (namesakes[0]) {
    throw new StartupError(
      `A branch named ${namesakes[0].name} is here already, and is another one: rename it in its settings first. Nothing was restored.`,
    );
  }
  return found !== undefined;
}

/**
 * Users that this database lacks, with their persons unless they are here. Who is here stays as they are: a restore
 * revives no password.
 * @returns addresses of people who were here, and now have a user in this branch too
 * @throws {StartupError} if somebody else has the number or the address of one
 */
async function addUsers(
  client: pg.Client,
  tables: readonly StoredTable[],
  { branch, join }: { readonly branch: string; readonly join: boolean },
): Promise<string[]> {
  await client.query(
    `create temporary table arriving on commit drop as
      select account.id, account.person_id as of_person, there.email, here.id as known, here.email as known_email,
        coalesce(account.disabled_at, case when account.enabled_after < there.times_disabled then there.disabled_at end) as disabled_at
      from ${staged(USERS)} as account join ${staged(PEOPLE)} as there on there.id = account.person_id
        left join lateral (select id, email from person
          where id = there.id or lower(email) = lower(there.email) order by id = there.id desc limit 1) as here on true
      where not exists (select from app_user where branch_id = ${branch} and id = account.id)`,
  );
  const { rows: taken } = await client.query<{ email: string }>(
    'select here.email from branch_user as here join arriving using (id)',
  );
  if (taken[0]) {
    throw new StartupError(
      `The number of a user of this branch belongs to ${taken[0].email} in another branch. Nothing was restored.`,
    );
  }
  const { rows: known } = await client.query<{ email: string; same: boolean }>(
    'select known_email as email, known = of_person as same from arriving where known is not null order by 1',
  );
  const others = known.filter(({ same }) => !same).map(({ email }) => email);
  if (others.length > 0 && !join) {
    throw new StartupError(
      `Somebody signs in here already with ${others.join(', ')}. If they are the same people, repeat this with --join: they then work in this branch with the password of here. Nothing was restored.`,
    );
  }
  for (const table of tables.filter(({ name }) => ofPeople.includes(name))) {
    const isNew = `it.${table.name === PEOPLE ? 'id' : 'person_id'} in (select of_person from arriving where known is null)`;
    await insertFrom(client, table, `(${rowsOfBranch(table, branch, staged)}) as it where ${isNew}`);
  }
  for (const table of tables.filter(({ name }) => name === USERS)) {
    await insertFrom(client, table, `${staged(USERS)} as it join arriving using (id) where known is null`);
    await insertFrom(
      client,
      table,
      `${staged(USERS)} as it join arriving using (id) join person on person.id = known
        join app_user as home on home.branch_id = home_branch_id and home.person_id = known`,
      {
        person_id: 'known',
        disabled_at: 'coalesce(arriving.disabled_at, home.disabled_at)',
        enabled_after: 'home.enabled_after',
      },
    );
  }
  return known.map(({ email }) => email);
}

/** @param values SQL for columns that are not those of the row `it` */
async function insertFrom(
  client: pg.Client,
  { name, columns }: StoredTable,
  from: string,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  const names = columns.map((column) => quoted(column.name));
  const selected = columns.map((column) => values[column.name] ?? `it.${quoted(column.name)}`);
  await client.query(
    `insert into ${quoted(name)} (${names.join()}) overriding system value select ${selected.join()} from ${from}`,
  );
}

/** Whose last number only counts up (decision 10). */
const COUNTERS = ['student_counter', 'refund_counter'];

const isVersioned = ({ columns }: StoredTable) => columns.some(({ name }) => name === 'version');

/** Numbers that the branch has given here: what is restored goes on beyond them. */
async function readGivenBy(client: pg.Client, tables: readonly StoredTable[], branch: string) {
  const highest = tables
    .filter(isVersioned)
    .map(({ name }) => `(select max(version) from ${quoted(name)} where branch_id = ${branch})`);
  const { rows } = await client.query<{ version: number | null }>(
    `select greatest(${highest.join()}) as version`,
  );
  const last = new Map<string, string>();
  for (const name of COUNTERS) {
    const counter = await client.query<{ last: string }>(
      `select last::text from ${name} where branch_id = $1`,
      [branch],
    );
    last.set(name, counter.rows[0]?.last ?? '0');
  }
  return { version: rows[0]?.version ?? 0, last };
}

const transfersSince = `
  select count(*)::integer as count from (
    (select id from student_transfer where branch_id = $1 except select id from ${staged('student_transfer')})
    union all (select id from ${staged('student_transfer')} except select id from student_transfer where branch_id = $1)) as since`;

/** In the order of references. Triggers that count or keep rows do nothing meanwhile (is_restoring of the schema). */
async function replaceRows(
  client: pg.Client,
  header: BackupHeader,
  { tables, branch }: { readonly tables: readonly StoredTable[]; readonly branch: string },
): Promise<number> {
  const records = tables.filter(({ name }) => ![BRANCH, USERS, ...ofPeople].includes(name));
  const given = await readGivenBy(client, records, branch);
  const leap = await leapSince(client, header);
  for (const { name } of records.toReversed()) {
    await client.query(`delete from ${quoted(name)} where branch_id = $1`, [branch]);
  }
  let count = 0;
  for (const table of records) {
    const names = table.columns.map(({ name }) => quoted(name));
    const values = table.columns.map(({ name }) =>
      name === 'version' ? `version + ${given.version + leap.versions}` : quoted(name),
    );
    const { rowCount } = await client.query(
      `insert into ${quoted(table.name)} (${names.join()}) overriding system value
        select ${values.join()} from ${staged(table.name)}`,
    );
    count += rowCount ?? 0;
  }
  const unversioned = records.map(({ columns, ...table }) => ({
    ...table,
    columns: columns.filter(({ name }) => name !== 'version'),
  }));
  const expected = await sumTables(client, unversioned, ({ name }) => staged(name));
  await requireSameSums(client, unversioned, expected, (table) => `(${rowsOfBranch(table, branch)}) as it`);
  for (const name of COUNTERS) {
    const further = name === 'student_counter' ? leap.codes : 0;
    await client.query(
      `insert into ${name} as kept (branch_id, last) values ($1, $2::bigint + $3)
        on conflict (branch_id) do update set last = greatest(kept.last, $2::bigint) + $3`,
      [branch, given.last.get(name) ?? '0', further],
    );
  }
  for (const { name, columns } of records) {
    const { last_ids = {} } = header.tables.find((table) => table.name === name) ?? {};
    for (const column of columns.filter(({ identity }) => identity)) {
      const last = last_ids[column.name];
      await advanceSequences(client, { table: name, column: column.name, last, leap: leap.ids });
    }
  }
  // Devices announce anew; compared with restored keys, their old lists would call entries lost (decision 152).
  await client.query('delete from device_store where branch_id = $1', [branch]);
  await client.query(
    `insert into branch_generation as own (branch_id, restored_from) values ($1, $2)
      on conflict (branch_id) do update set id = gen_random_uuid(), restored_from = excluded.restored_from`,
    [branch, header.made_at],
  );
  // No device knows a version of this moment, so each reads everything again.
  await client.query(
    `insert into branch_change as kept (branch_id, counter, changes, named_since)
      select $1, 0, now, now from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now) as clock
      on conflict (branch_id, counter) do update set changes = greatest(kept.changes + 1, excluded.changes),
        named_since = greatest(kept.changes + 1, excluded.changes), resources = '{}', keys = '{}'`,
    [branch],
  );
  return count;
}

async function storeBranch(client: pg.Client, { columns }: StoredTable, wasHere: boolean): Promise<void> {
  const names = columns.map(({ name }) => quoted(name));
  const changes = names.filter((name) => name !== quoted('id') && name !== quoted('created_at'));
  await client.query(
    wasHere
      ? `update branch set ${changes.map((name) => `${name} = there.${name}`).join()} from ${staged(BRANCH)} as there
          where branch.id = there.id`
      : `insert into branch (${names.join()}) overriding system value select ${names.join()} from ${staged(BRANCH)}`,
  );
}

async function restoreOnce(
  owner: pg.ClientConfig,
  backup: VerifiedBackup,
  { name, join, beforeChange }: BranchRestoreOptions,
): Promise<RestoredBranch> {
  const { header } = backup;
  const { id: branch, name: branchName } = chooseBranch(backup, name);
  return withClient(owner, async (client) => {
    return inOneTransaction(client, async () => {
      await client.query(`${plainText}; set local lock_timeout to '${LOCK_TIMEOUT_SECONDS}s'`);
      const all = await storedTables(client);
      const tables = await inOrderOfReferences(client, await travellingTables(client, all));
      const branchTable = tables.find(({ name }) => name === BRANCH);
      if (!branchTable) throw new Error('There is no table of branches.');
      await stage(client, backup, tables, branch);
      // Of keyed writes the running ones end first, and new ones are answered with 503.
      await client.query(`select pg_advisory_xact_lock(hashtextextended($1 || '/restore', 0))`, [branch]);
      await client.query('lock table first_run in exclusive mode');
      if (await isUnused(client, all)) await removeFirstRun(client);
      const wasHere = await findBranch(client, branch);
      if (wasHere) await beforeChange(branch);
      await lockSchema(client);
      if ((await appliedMigrations(client)).join() !== header.migrations.join()) {
        throw new StartupError('The schema was changed meanwhile. Nothing was restored; try again.');
      }
      await client.query("select set_config('branch_desk.restoring', 'yes', true)");
      const since = wasHere ? await client.query<{ count: number }>(transfersSince, [branch]) : undefined;
      await storeBranch(client, branchTable, wasHere);
      const joined = await addUsers(client, tables, { branch, join });
      const rows = await replaceRows(client, header, { tables, branch });
      return {
        name: branchName,
        madeAt: header.made_at,
        rows,
        wasHere,
        joined,
        transfers: since?.rows[0]?.count ?? 0,
      };
    });
  });
}

/**
 * Puts one branch of a backup into a database in use, in one transaction (decision 200). If the branch is there, its
 * records become those of the backup and its users stay; otherwise it is added with its users. Other branches go on
 * working, and none of their rows changes. The backup is of the database's schema (see inSchemaOf), and the caller holds
 * the lock of backups.
 * @throws {StartupError} if nothing could be restored; the database is unchanged then
 */
export async function restoreBranch(
  owner: pg.ClientConfig,
  backup: VerifiedBackup,
  options: BranchRestoreOptions,
): Promise<RestoredBranch> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const restored = await restoreOnce(owner, backup, options);
      await refreshStatistics(owner);
      return restored;
    } catch (error) {
      // A write without a key holds a row and waits for the branch, while the restore waits for that row.
      const cause = error instanceof StartupError ? error.cause : undefined;
      if (codeOf(cause) !== DEADLOCK || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * 200);
    }
  }
}
