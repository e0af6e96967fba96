import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { packageRoot } from '#server/platform/package-root.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { withClient } from './connections.ts';
import { lockKey } from './locks.ts';

export const MAY_SET_ROLE = `pg_has_role(rolname,
  case when current_setting('server_version_num')::integer >= 160000 then 'SET' else 'MEMBER' end)`;

/** Role of the server's queries; it has no rights to change the schema. */
export const SERVER_ROLE = 'branch_desk_server';

const folder = path.join(packageRoot, 'src', 'server', 'db', 'schema');

export interface Migration {
  readonly name: string;
  readonly statements: string;
}

/** The schema files are the first migration, named by their hash. Once released they stay; others follow in migrations/. */
export async function migrationsOnDisk(): Promise<Migration[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql')).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ name, statements: await readFile(path.join(folder, name), 'utf8') })),
  );
  const isLater = ({ name }: Migration) => path.dirname(name) === 'migrations';
  const statements = files
    .filter((file) => !isLater(file))
    .map((file) => file.statements)
    .join('\n');
  const baseline = { name: `0001-baseline-${hash('sha256', statements).slice(0, 8)}.sql`, statements };
  return [baseline, ...files.filter(isLater).map((file) => ({ ...file, name: path.basename(file.name) }))];
}

export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const known = await client.query("select from pg_class where oid = to_regclass('public.migration')");
  if (known.rowCount === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from migration order by name');
  return rows.map(({ name }) => name);
}

/** The caller holds the schema lock and a transaction. */
export async function applyMigration(client: pg.Client, { name, statements }: Migration): Promise<void> {
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  );
  await client.query(statements);
  await client.query('insert into migration (name) values ($1)', [name]);
}

export async function lockSchema(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${lockKey('schema')})`);
}

async function underSchemaLock(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await lockSchema(client);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The rules of another version are not known here (decision 51). */
function requireKnownSchema(applied: readonly string[], onDisk: readonly Migration[]): void {
  const newer = applied.find((name) => !onDisk.some((migration) => migration.name === name));
  if (newer === undefined) return;
  throw new StartupError(
    `The database was made by another version of Branch Desk (${newer}): start that version, or restore a backup of this one into an empty database.`,
  );
}

export type Report = (line: string) => void;

const STILL_RUNNING_MS = 5_000;

/** A line at the begin of a long step, and every five seconds while it lasts. */
export async function reportWhile<T>(report: Report, step: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  report(`${step} …`);
  const timer = setInterval(
    () => report(`${step}: ${Math.round((performance.now() - since) / 1000)} s so far …`),
    STILL_RUNNING_MS,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

async function applyMissing(client: pg.Client, report: Report): Promise<void> {
  const known = new Set(await appliedMigrations(client));
  const onDisk = await migrationsOnDisk();
  requireKnownSchema([...known], onDisk);
  const missing = onDisk.filter(({ name }) => !known.has(name));
  for (const [index, migration] of missing.entries()) {
    const apply = () => applyMigration(client, migration);
    const step = `Migration ${index + 1} of ${missing.length}, ${migration.name}`;
    // The schema of a new database is there in a moment.
    await (known.size === 0 ? apply() : reportWhile(report, step, apply));
  }
}

/** A user that may not create roles keeps its own rights. */
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

/** Retries, because another database of the cluster may grant the role concurrently. */
async function createServerRole(client: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await underSchemaLock(client, () => client.query(grantServerRole));
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

/** In one transaction, under a lock, so that several servers may start at once. */
export async function migrate(owner: pg.ClientConfig, report: Report = () => undefined): Promise<void> {
  await withClient(owner, async (client) => {
    await underSchemaLock(client, () => applyMissing(client, report));
    await createServerRole(client);
  });
}
