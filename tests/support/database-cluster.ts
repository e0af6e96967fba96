import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts';
import { serverProcesses } from '../server/api/transports.ts';
import { testSecret } from './access-token.ts';
import { inMemory } from './in-memory.ts';

/** Connection of this run's database server, as JSON for the test files. */
export interface TestCluster {
  readonly server: {
    host?: string;
    port?: number;
    user?: string;
    password?: string;
    connectionString?: string;
  };
  readonly template: string;
  /** Servers on one database for all files of a project. */
  readonly shared?: { readonly database: string; readonly origins: readonly string[] };
}

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster;
    /** Number of server processes, which the files of a project share; 0 for a server in the test's process. */
    serverProcesses: number;
  }
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(inMemory, 'branch-desk-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** Opens the server of TEST_DATABASE_URL, else an embedded one in memory without durability. */
async function openCluster(): Promise<OpenDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return openDatabase({ dataDir: '', databaseUrl: given });
  const folder = newFolder();
  try {
    const database = await openDatabase({ dataDir: folder, databaseUrl: undefined }, { durable: false });
    const stop = async () => {
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    return { ...database, stop };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

export function inDatabase(server: TestCluster['server'], database: string): pg.PoolConfig {
  if (server.connectionString === undefined) return { ...server, database };
  const address = new URL(server.connectionString);
  address.pathname = `/${database}`;
  return { ...server, connectionString: address.href };
}

/** Runs one statement on the maintenance database, outside of a transaction. */
export async function onServer(server: TestCluster['server'], statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Number of attempts to drop a database, and the time between them, in milliseconds. */
const DROP_ATTEMPTS = 20;
const DROP_PAUSE = 500;

/** Repeated while PostgreSQL's own clean-up process is in it, which a user without the superuser's rights cannot end. */
export async function dropDatabase(server: TestCluster['server'], name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await onServer(server, `drop database if exists ${name} with (force)`);
    } catch (error) {
      const isForbidden = error instanceof pg.DatabaseError && error.code === '42501';
      if (!isForbidden || attempt === DROP_ATTEMPTS) throw error;
      await sleep(DROP_PAUSE);
    }
  }
}

/** A cluster that is set up, with the number of projects that use it. */
interface Shared {
  readonly opened: Promise<{ readonly cluster: TestCluster; readonly close: () => Promise<void> }>;
  users: number;
}

declare global {
  /** The cluster of this run. Each project loads this module anew, so that no variable of it is shared. */
  var sharedTestCluster: Shared | undefined;
}

/** Sets up the cluster before all test files, once for all projects. Vitest calls the returned function after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.sharedTestCluster ??= { opened: openWithTemplate(), users: 0 };
  const shared = globalThis.sharedTestCluster;
  shared.users += 1;
  const { cluster, close } = await shared.opened;
  const { serverProcesses: count } = project.getProvidedContext();
  const servers = count > 0 ? await startServers(cluster, count) : undefined;
  project.provide('testCluster', { ...cluster, ...(servers && { shared: servers.shared }) });
  return async () => {
    await servers?.end();
    shared.users -= 1;
    if (shared.users > 0) return;
    globalThis.sharedTestCluster = undefined;
    await close();
  };
}

/** Starts server processes on a database of their own. A start takes 1.2 s of CPU time: the files of a project share them. */
async function startServers({ server, template }: TestCluster, count: number) {
  const database = `${template}_${randomBytes(4).toString('hex')}`;
  await onServer(server, `create database ${database} template ${template} strategy file_copy`);
  const { origins, end } = await serverProcesses(count, inDatabase(server, database), testSecret);
  return {
    shared: { database, origins },
    end: async () => {
      await end();
      await dropDatabase(server, database);
    },
  };
}

/** Makes one node of Citus of the template, whose copies are such nodes too (deploy/citus). */
async function distribute(server: TestCluster['server'], template: string): Promise<void> {
  const client = new pg.Client(inDatabase(server, template));
  // Its connection is ended below, maybe before it is closed.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create extension citus');
  await client.query("select citus_set_coordinator_host('127.0.0.1', $1)", [client.port]);
  await client.query("select citus_set_node_property('127.0.0.1', $1, 'shouldhaveshards', true)", [
    client.port,
  ]);
  await client.query(readFileSync('deploy/citus/distribute.sql', 'utf8'));
  await client.end();
  // Citus keeps a process in each of its databases; one in use is no template.
  await onServer(server, `alter database ${template} allow_connections false`);
  await onServer(
    server,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`,
  );
}

async function openWithTemplate() {
  const cluster = await openCluster();
  const { host, port, user, password, database, connectionString } = cluster.owner;
  const plain = {
    host,
    port,
    user,
    database,
    connectionString,
    ...(typeof password === 'string' && { password }),
  };
  const template = `branch_desk_template_${randomBytes(4).toString('hex')}`;
  const close = async () => {
    try {
      await dropDatabase(plain, template);
    } finally {
      await cluster.stop();
    }
  };
  try {
    await onServer(plain, `create database ${template}`);
    await migrate(inDatabase(plain, template));
    if (process.env.TEST_CITUS === '1') await distribute(plain, template);
  } catch (error) {
    await close();
    throw error;
  }
  return { cluster: { server: plain, template }, close };
}
