import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { inDatabase, onServer } from './database-cluster.ts';

/**
 * A migrated, empty database of its own, as the user who owns it: a copy of the run's template, made in some 20 ms.
 * Needs `tests/support/database-cluster.ts` as vitest's globalSetup.
 */
export async function testDatabase(): Promise<{ settings: pg.PoolConfig; drop(): Promise<void> }> {
  const { server, template } = inject('testCluster');
  const name = `branch_desk_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    settings: inDatabase(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}
