import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { dropDatabase, inDatabase, onServer } from './database-cluster.ts';

export interface TestDatabase {
  readonly settings: pg.PoolConfig;
  drop(): Promise<void>;
}

/** A copy of the run's template, in some 20 ms; `database-cluster.ts` is Vitest's globalSetup for it. */
export function testDatabase(): Promise<TestDatabase> {
  return create(`template ${inject('testCluster').template} strategy file_copy`);
}

/** Returns the servers that the files of this project share, with their database; undefined where each file has its own. */
export function sharedServers() {
  const { server, shared } = inject('testCluster');
  if (!shared) return undefined;
  const database: TestDatabase = {
    settings: inDatabase(server, shared.database),
    drop: async () => undefined,
  };
  return { database, origins: shared.origins };
}

export function bareDatabase(): Promise<TestDatabase> {
  return create('template template0 strategy file_copy');
}

async function create(how: string): Promise<TestDatabase> {
  const { server } = inject('testCluster');
  const name = `branch_desk_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} ${how}`);
  return {
    settings: inDatabase(server, name),
    drop: () => dropDatabase(server, name),
  };
}

export function addressOf({ host, port, user, password, database, connectionString }: pg.PoolConfig): string {
  if (connectionString !== undefined) return connectionString;
  return `postgres://${user}:${password}@localhost:${port}/${database}?host=${host}`;
}
