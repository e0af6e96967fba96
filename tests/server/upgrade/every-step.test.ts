import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatDecimal } from '#contract/money.ts';
import { withClient } from '#server/store/connections.ts';
import { applyMigration, migrate, migrationsOnDisk } from '#server/store/migrate.ts';
import type { TestDatabase } from '../../support/test-database.ts';
import { startTestServer } from '../api/test-server.ts';
import { databaseOf, people, readingOf, records } from './older-database.ts';

const FIRST = 2;
const steps = (await migrationsOnDisk()).slice(FIRST);
/** A database that each test brings one step further. Upgrading a copy from each step to the last takes three times as long. */
let database: TestDatabase;

beforeAll(async () => {
  database = await databaseOf(FIRST, people, records);
});

/** Inserts a payment of a piastre as the build of the present step does; the triggers of that step keep its sums. */
async function insertPayment(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ attname: string }>(
    `select attname from pg_attribute where attrelid = 'enrolment'::regclass and attname in ('folded', 'grams') and not attisdropped`,
  );
  const searched = rows.map(({ attname }) => attname);
  await client.query(
    `insert into enrolment (branch_id, kind, related_id, student_id, paid_amount, receipt_number, month_id, created_at, created_by
      ${searched.map((column) => `, ${column}`).join('')})
    values (1, 'adult-course', 1, 1, 1, '1005', 2, '2026-02-11T10:00:00Z', 1
      ${searched.map((column) => (column === 'folded' ? ", '1005'" : ", '{100,005}'")).join('')})`,
  );
}

describe('a database of the third version, with months, students and payments', () => {
  it.each(steps)('keeps all records, and a payment made just before, when it becomes $name', async (step) => {
    await withClient(database.settings, async (client) => {
      await insertPayment(client);
      const read = await readingOf(database);
      const before = await read();
      await applyMigration(client, step);
      expect(await read()).toEqual(before);
    });
  });

  it('has exact sums of what was paid at each step', async () => {
    // A server that starts on it also gives its own role what it may do.
    await migrate(database.settings);
    const server = await startTestServer({ database });
    const branch = await server.clientFor({ branchId: 1n, userId: 1n });
    const paid = BigInt(steps.length);
    expect((await branch.get('/month/2/')).body).toMatchObject({ revenue: formatDecimal(145_050n + paid) });
    expect((await branch.get('/month/1/')).body).toMatchObject({ debts: formatDecimal(124_950n - paid) });
    await server.close();
  });
});
