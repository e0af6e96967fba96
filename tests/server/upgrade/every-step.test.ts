import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyMigration, migrate, migrationsOnDisk } from '#server/store/migrate.ts';
import { aggregatesAndRecount } from '../../support/recount.ts';
import { copyOfDatabase, type TestDatabase } from '../../support/test-database.ts';
import { startTestServer } from '../api/test-server.ts';
import { databaseOf, people, readingOf, records } from './older-database.ts';

const all = await migrationsOnDisk();
/** A database that each test brings to its version, and copies. */
let older: TestDatabase;
let version = 2;

beforeAll(async () => {
  older = await databaseOf(version, people, records);
});
afterAll(() => older?.drop());

async function databaseOfVersion(step: number): Promise<TestDatabase> {
  const client = new pg.Client(older.settings);
  await client.connect();
  for (const migration of all.slice(version, step)) await applyMigration(client, migration);
  version = step;
  await client.end();
  return copyOfDatabase(older);
}

describe('a database of the third version, with months, students and payments', () => {
  it.each(
    all.slice(1, -1).map(({ name }, at) => ({ name, step: at + 2 })),
  )('has exact sums when its records are older than what follows $name', async ({ step }) => {
    const database = await databaseOfVersion(step);
    const { settings } = database;
    const client = new pg.Client(settings);
    await client.connect();
    // A payment by the build of that step, whose sums are kept by the triggers of that step.
    const searched = (
      await client.query(
        `select attname from pg_attribute where attrelid = 'enrolment'::regclass and attname in ('folded', 'grams') and not attisdropped`,
      )
    ).rows.map(({ attname }) => attname as string);
    await client.query(
      `insert into enrolment (branch_id, kind, related_id, student_id, paid_amount, receipt_number, month_id, created_at, created_by
        ${searched.map((column) => `, ${column}`).join('')})
      values (1, 'adult-course', 1, 1, 4950, '1005', 2, '2026-02-11T10:00:00Z', 1
        ${searched.map((column) => (column === 'folded' ? ", '1005'" : ", '{100,005}'")).join('')})`,
    );
    await client.end();
    const read = await readingOf(database, ['tally', 'income_day']);
    const before = await read();
    await migrate(settings);
    expect(await read()).toEqual(before);
    const server = await startTestServer({ database });
    const { tally, recount } = await aggregatesAndRecount(server.queryAsOwner);
    expect(tally.length).toBeGreaterThan(5);
    expect(tally).toEqual(recount);
    const branch = await server.clientFor({ branchId: 1n, userId: 1n });
    expect((await branch.get('/month/2/')).body).toMatchObject({ revenue: '1500.00' });
    expect((await branch.get('/month/1/')).body).toMatchObject({ debts: '1200.00' });
    await server.close();
  });
});
