import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts';
import { migrate } from '#server/store/migrate.ts';
import { inMemory } from './in-memory.ts';

/** Where the databases of this run are made; handed to the test files as JSON can be. */
export interface TestCluster {
  readonly server: {
    host?: string;
    port?: number;
    user?: string;
    password?: string;
    connectionString?: string;
  };
  /** A migrated database that nobody connects to, to be copied. */
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster;
    /** Server processes of their own, or 0 for one in the test's process. */
    serverProcesses: number;
  }
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(inMemory, 'branch-desk-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** The server of TEST_DATABASE_URL, else an embedded one in memory that forgets everything with the power. */
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

/** The same server, another database. */
export function inDatabase(server: TestCluster['server'], database: string): pg.PoolConfig {
  if (server.connectionString === undefined) return { ...server, database };
  const address = new URL(server.connectionString);
  address.pathname = `/${database}`;
  return { ...server, connectionString: address.href };
}

/** Runs one statement on the server's own database, for what no transaction can hold. */
export async function onServer(server: TestCluster['server'], statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Vitest calls this once before all test files, and what it answers after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
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
      await onServer(plain, `drop database if exists ${template} with (force)`);
    } finally {
      await cluster.stop();
    }
  };
  try {
    await onServer(plain, `create database ${template}`);
    await migrate(inDatabase(plain, template));
  } catch (error) {
    await close();
    throw error;
  }
  project.provide('testCluster', { server: plain, template });
  return close;
}
