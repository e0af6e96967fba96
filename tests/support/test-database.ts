import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { inDatabase, onServer } from './database-cluster.ts';

/** A database of a test's own, as the user who owns it. */
export interface TestDatabase {
  readonly settings: pg.PoolConfig;
  drop(): Promise<void>;
}

/**
 * A migrated, empty database: a copy of the run's template, made in some 20 ms.
 * Needs `tests/support/database-cluster.ts` as vitest's globalSetup.
 */
export function testDatabase(): Promise<TestDatabase> {
  return create(`template ${inject('testCluster').template} strategy file_copy`);
}

/** A database in which nothing is, not even our schema. */
export function bareDatabase(): Promise<TestDatabase> {
  return create('template template0 strategy file_copy');
}

async function create(how: string): Promise<TestDatabase> {
  const { server } = inject('testCluster');
  const name = `branch_desk_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} ${how}`);
  return {
    settings: inDatabase(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}

/** A database as one line, for DATABASE_URL. */
export function addressOf({ host, port, user, password, database, connectionString }: pg.PoolConfig): string {
  if (connectionString !== undefined) return connectionString;
  return `postgres://${user}:${password}@localhost:${port}/${database}?host=${host}`;
}
