import { existsSync } from 'node:fs';
import pg from 'pg';
import { expect, it } from 'vitest';
import { NoPostgresql, withDebianPostgresql } from './debian-postgresql.ts';

async function ask(address: string) {
  const client = new pg.Client(address);
  await client.connect();
  const { rows } = await client.query(
    'select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
  );
  await client.end();
  return rows;
}

it('provides a PostgreSQL for a non-superuser and removes it, also after a failure', async ({ skip }) => {
  let used = '';
  await withDebianPostgresql(async (address) => {
    used = address;
    expect(await ask(address)).toEqual([{ rolsuper: false, rolcreatedb: true, rolcreaterole: true }]);
  }).catch((error: unknown) => {
    if (error instanceof NoPostgresql) skip(error.message);
    throw error;
  });
  await expect(ask(used)).rejects.toThrow();
  expect(existsSync(new URL(used).searchParams.get('host') ?? '')).toBe(false);

  const failing = withDebianPostgresql(async (address) => {
    used = address;
    throw new Error('the tests broke down');
  });
  await expect(failing).rejects.toThrow('the tests broke down');
  await expect(ask(used)).rejects.toThrow();
});
