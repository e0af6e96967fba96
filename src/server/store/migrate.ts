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

async function migrationsOnDisk(): Promise<{ name: string; statements: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, statements: await readFile(path.join(folder, name), 'utf8') })),
  );
}

async function applyMissing(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  );
  const applied = await client.query<{ name: string }>('select name from migration');
  const known = new Set(applied.rows.map((row) => row.name));
  for (const { name, statements } of await migrationsOnDisk()) {
    if (known.has(name)) continue;
    await client.query('begin');
    await client.query(statements);
    await client.query('insert into migration (name) values ($1)', [name]);
    await client.query('commit');
  }
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
 * Brings a database to this build's schema: the plain SQL files of migrations/ that it has not seen, in order, each in one
 * transaction, under an advisory lock so that several servers may start at once.
 * @throws what the database says; a file that failed left nothing behind
 */
export async function migrate(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner);
  // A broken connection fails the query it carries; unheard, its event would end the process without a word.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await applyMissing(client);
    await makeServerRole(client);
  } finally {
    await client.end();
  }
}
