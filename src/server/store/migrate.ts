import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { packageRoot } from '../package-root.ts';

/** Whether the current user may take on a role; from PostgreSQL 16 on, being a member of it is not enough. */
export const MAY_SET_ROLE = `pg_has_role(rolname,
  case when current_setting('server_version_num')::integer >= 160000 then 'SET' else 'MEMBER' end)`;

/** The role without rights over the schema that the server's own queries run under. */
export const SERVER_ROLE = 'branch_desk_server';

const LOCK = 7_261_933;
const folder = path.join(packageRoot, 'src', 'server', 'store', 'migrations');

/** A plain SQL file of this build. */
export interface Migration {
  readonly name: string;
  readonly statements: string;
}

/** This build's migrations, in the order in which they are applied. */
export async function migrationsOnDisk(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, statements: await readFile(path.join(folder, name), 'utf8') })),
  );
}

/** The names of the migrations that this database has seen, in order; none for an empty one. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const known = await client.query("select from pg_class where oid = to_regclass('public.migration')");
  if (known.rowCount === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from migration order by name');
  return rows.map(({ name }) => name);
}

/** Runs one file and remembers it; the caller holds the lock and a transaction. */
export async function applyMigration(client: pg.Client, { name, statements }: Migration): Promise<void> {
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  );
  await client.query(statements);
  await client.query('insert into migration (name) values ($1)', [name]);
}

/** Keeps others from changing the schema until it is released or this connection ends. */
export async function lockSchema(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK]);
}

export async function unlockSchema(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [LOCK]);
}

/** All or nothing: where one file fails, the version before can go on with the schema that it knows. */
async function applyMissing(client: pg.Client): Promise<void> {
  const known = new Set(await appliedMigrations(client));
  const missing = (await migrationsOnDisk()).filter(({ name }) => !known.has(name));
  if (missing.length === 0) return;
  await client.query('begin');
  for (const migration of missing) await applyMigration(client, migration);
  await client.query('commit');
}

/** A database user that may not create roles keeps using its own rights; that is not worth refusing to start. */
const grantServerRole = `
do $$
begin
  if not exists (select from pg_roles where rolname = '${SERVER_ROLE}') then
    create role ${SERVER_ROLE} nologin;
  end if;
  if not exists (select from pg_roles where rolname = '${SERVER_ROLE}' and ${MAY_SET_ROLE}) then
    grant ${SERVER_ROLE} to current_user;
  end if;
  grant usage on schema public to ${SERVER_ROLE};
  grant select, insert, update, delete on all tables in schema public to ${SERVER_ROLE};
  revoke all on migration from ${SERVER_ROLE};
exception
  when insufficient_privilege then null;
end $$`;

/** Another database of the same cluster may be granting the same role at this moment. */
async function makeServerRole(client: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(grantServerRole);
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

/**
 * Brings a database to this build's schema: the plain SQL files of migrations/ that it has not seen, in order and in one
 * transaction, under an advisory lock so that several servers may start at once.
 * @throws what the database says; where a file failed, none of them left anything behind
 */
export async function migrate(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner);
  // A broken connection fails the query it carries; unheard, its event would end the process without a word.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await lockSchema(client);
    await applyMissing(client);
    await makeServerRole(client);
  } finally {
    await client.end();
  }
}
