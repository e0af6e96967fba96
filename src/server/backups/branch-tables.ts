import type pg from 'pg';
import { endedAccesses, PEOPLE, personalAccesses, quoted, type StoredTable } from './backup-tables.ts';

/** The key of a row of a branch begins with the branch. */
const branchKeys = `
  select c.relname as name
  from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
  where c.relnamespace = 'public'::regnamespace and a.attname = 'branch_id'`;

/** Kept beside the rest, with people and what they sign in with: a restore over a branch in use leaves them as they are. */
export const USERS = 'app_user';
export const BRANCH = 'branch';

/**
 * The tables of which a branch has rows that travel with it, its own row, its users and their persons among them. Sessions,
 * links and tokens do not.
 */
export async function travellingTables(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
): Promise<StoredTable[]> {
  const { rows } = await client.query<{ name: string }>(branchKeys);
  const ofBranch = new Set([BRANCH, PEOPLE, ...personalAccesses, ...rows.map(({ name }) => name)]);
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

/**
 * A query for what travels of one table with a branch. A person travels as one who is at home in it: the branch is whole
 * without the others.
 * @param branch its number, as decimal text
 * @param from the relation to read for each table
 */
export function rowsOfBranch(
  { name, columns }: StoredTable,
  branch: string,
  from: (table: string) => string = quoted,
): string {
  const names = columns.map((column) =>
    column.name === 'home_branch_id' ? `${branch}::bigint as home_branch_id` : quoted(column.name),
  );
  const people = `(select person_id from ${from(USERS)} where branch_id = ${branch})`;
  const isOfBranch =
    name === PEOPLE
      ? `id in ${people}`
      : personalAccesses.includes(name)
        ? `person_id in ${people}`
        : `${name === BRANCH ? 'id' : 'branch_id'} = ${branch}`;
  return `select ${names.join()} from ${from(name)} where ${isOfBranch}`;
}
