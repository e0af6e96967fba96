import type pg from 'pg';
import { endedAccesses, personalAccesses, quoted, type StoredTable } from './backup-tables.ts';

/** The key of a row of a branch begins with the branch. */
const branchKeys = `
  select c.relname as name
  from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
  where c.relnamespace = 'public'::regnamespace and a.attname = 'branch_id'`;

/** Users are kept beside the rest: a restore over a branch in use leaves them as they are. */
export const USERS = 'app_user';
export const BRANCH = 'branch';

/**
 * The tables of which a branch has rows that travel with it, its own row and its users among them. Sessions, links and
 * tokens do not.
 */
export async function travellingTables(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
): Promise<StoredTable[]> {
  const { rows } = await client.query<{ name: string }>(branchKeys);
  const ofBranch = new Set([BRANCH, ...rows.map(({ name }) => name)]);
  return tables.filter(({ name }) => ofBranch.has(name) && !endedAccesses.includes(name));
}

const references = `
  select child.relname as from, parent.relname as to
  from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
  where contype = 'f' and not condeferrable and conrelid <> confrelid and connamespace = 'public'::regnamespace`;

/** Each after those that its rows refer to. */
export async function inOrderOfReferences(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
): Promise<StoredTable[]> {
  const { rows } = await client.query<{ from: string; to: string }>(references);
  const ordered: StoredTable[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const isWaiting = (wanted: string) => waiting.some(({ name }) => name === wanted);
    const free = waiting.filter(({ name }) => !rows.some(({ from, to }) => from === name && isWaiting(to)));
    if (free.length === 0) throw new Error(`Tables refer to each other: ${waiting.map(({ name }) => name)}`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** Of the home user, for a user whose home is in another branch: the branch is whole without the others. */
function columnOfUser(name: string): string {
  if (name === 'home_branch_id' || name === 'home_user_id') return `null::bigint as ${name}`;
  if (name === 'password_hash') return 'coalesce(account.password_hash, home.password_hash) as password_hash';
  return `account.${quoted(name)}`;
}

function columnOfAccess(name: string): string {
  if (name === 'branch_id') return 'account.branch_id';
  if (name === 'user_id') return 'account.id as user_id';
  return `access.${quoted(name)}`;
}

const homeOfAccount = `coalesce(account.home_branch_id, account.branch_id), coalesce(account.home_user_id, account.id)`;

/**
 * A query for what travels of one table with a branch.
 * @param branch its number, as decimal text
 * @param from the relation to read for each table
 */
export function rowsOfBranch(
  { name, columns }: StoredTable,
  branch: string,
  from: (table: string) => string = quoted,
): string {
  const names = columns.map((column) => column.name);
  if (name === USERS) {
    return `select ${names.map(columnOfUser).join()} from ${from(USERS)} as account
      left join ${from(USERS)} as home on (home.branch_id, home.id) = (account.home_branch_id, account.home_user_id)
      where account.branch_id = ${branch}`;
  }
  if (personalAccesses.includes(name)) {
    return `select ${names.map(columnOfAccess).join()} from ${from(name)} as access
      join ${from(USERS)} as account on (access.branch_id, access.user_id) = (${homeOfAccount})
      where account.branch_id = ${branch}`;
  }
  const key = name === BRANCH ? 'id' : 'branch_id';
  return `select ${names.map(quoted).join()} from ${from(name)} where ${key} = ${branch}`;
}
