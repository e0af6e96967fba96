import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from '#server/db/connections.ts';
import { appliedMigrations, lockSchema } from '#server/db/migrate.ts';
import { codeOf, StartupError } from '#server/platform/startup-error.ts';
import { type BackupHeader, type BranchContents, plainText } from './backup-format.ts';
import {
  advanceSequences,
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

/** Puts the rows of one branch into temporary tables; users and what they sign in with of all branches, since a home may be in another. */
async function stage(
  client: pg.Client,
  { file, header }: VerifiedBackup,
  tables: readonly StoredTable[],
  branch: string,
): Promise<void> {
  const plans = header.tables.map((table) => insertPlanFor(table, tables, staged(table.name)));
  const all = [USERS, ...personalAccesses];
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
    const only = all.includes(name) ? '' : ` where given.${key} = '${branch}'`;
    await client.query(`${insert}${only}`, [`[${rows.join()}]`]);
  }
  // The users as they travel; the rows of other branches have served.
  for (const table of tables.filter(({ name }) => personalAccesses.includes(name))) {
    const rows = rowsOfBranch(table, branch, staged);
    await client.query(`create temporary table ${quoted(`of_${table.name}`)} on commit drop as ${rows}`);
  }
  const users = tables.find(({ name }) => name === USERS);
  if (users) {
    await client.query(
      `create temporary table arriving on commit drop as ${rowsOfBranch(users, branch, staged)}`,
    );
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
 * Users that this database lacks. Those who are here stay as they are: a restore revives no password.
 * @returns addresses of people who have a user in another branch here, and now one in this branch too
 * @throws {StartupError} if somebody else has the number or the address of one
 */
async function addUsers(client: pg.Client, { columns }: StoredTable, join: boolean): Promise<string[]> {
  await client.query(
    `delete from arriving where exists (select from app_user as here where (here.branch_id, here.id) = (arriving.branch_id, arriving.id))`,
  );
  const { rows: taken } = await client.query<{ email: string }>(
    'select here.email from app_user as here join arriving on arriving.id = here.id',
  );
  if (taken[0]) {
    throw new StartupError(
      `The number of a user of this branch belongs to ${taken[0].email} in another branch. Nothing was restored.`,
    );
  }
  // A salted hash is the same only where one was copied from the other: one person.
  const { rows: known } = await client.query<{ email: string; same: boolean }>(
    `select arriving.email, here.password_hash = arriving.password_hash as same from arriving
      join app_user as here on lower(here.email) = lower(arriving.email) and here.home_user_id is null
      where here.branch_id <> arriving.branch_id order by 1`,
  );
  const others = known.filter(({ same }) => !same).map(({ email }) => email);
  if (others.length > 0 && !join) {
    throw new StartupError(
      `Somebody signs in here already with ${others.join(', ')}. If they are the same people, repeat this with --join: they then work in this branch with the password of here. Nothing was restored.`,
    );
  }
  const values = columns.map(({ name }) => {
    const column = quoted(name);
    if (name === 'home_branch_id') return 'home.branch_id';
    if (name === 'home_user_id') return 'home.id';
    if (name === 'password_hash') return 'case when home.id is null then arriving.password_hash end';
    if (name === 'disabled_at') return 'coalesce(arriving.disabled_at, home.disabled_at)';
    return ['email', 'first_name', 'last_name', 'language', 'digits'].includes(name)
      ? `case when home.id is null then arriving.${column} else home.${column} end`
      : `arriving.${column}`;
  });
  await client.query(
    `insert into app_user (${columns.map(({ name }) => quoted(name)).join()}) overriding system value
      select ${values.join()} from arriving
        left join app_user as home on lower(home.email) = lower(arriving.email) and home.home_user_id is null
          and home.branch_id <> arriving.branch_id`,
  );
  return known.map(({ email }) => email);
}

/** Of those who have just come with a password of their own. */
async function addAccesses(client: pg.Client, tables: readonly StoredTable[]): Promise<void> {
  for (const { name, columns } of tables.filter((table) => personalAccesses.includes(table.name))) {
    const names = columns.map((column) => quoted(column.name));
    await client.query(
      `insert into ${quoted(name)} (${names.join()}) overriding system value
        select ${names.map((column) => `access.${column}`).join()} from ${quoted(`of_${name}`)} as access
        join arriving on (arriving.branch_id, arriving.id) = (access.branch_id, access.user_id)
        join app_user as here on (here.branch_id, here.id) = (access.branch_id, access.user_id) and here.home_user_id is null`,
    );
  }
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
  const records = tables.filter(({ name }) => ![BRANCH, USERS, ...personalAccesses].includes(name));
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
      const [branchTable, userTable] = [BRANCH, USERS].map((wanted) =>
        tables.find((table) => table.name === wanted),
      );
      if (!branchTable || !userTable) throw new Error('There is no table of branches or users.');
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
      const joined = await addUsers(client, userTable, join);
      await addAccesses(client, tables);
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
