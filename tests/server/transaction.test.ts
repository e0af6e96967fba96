import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { courses, enrol, expenses, students } from './api/bodies.ts';
import { withServer } from './api/with-server.ts';

const server = withServer();

describe('a transaction', () => {
  const rename = (id: bigint, name: string) => sql`update branch set name = ${name} where id = ${id}`;
  const nameOf = async (id: bigint) =>
    (await server.queryAsOwner('select name from branch where id = $1', [id]))[0]?.name;

  it('whose work goes on after a failed statement is not committed, and says so', async () => {
    const { branchId } = await server.newClient();
    const before = await nameOf(branchId);
    const ignoring = inTransaction(server.db, async (transaction) => {
      await rename(branchId, 'Renamed').execute(transaction);
      await sql`select 1 / ${0}::int`.execute(transaction).catch(() => undefined);
      return 'done';
    });
    await expect(ignoring).rejects.toThrow('rolled back');
    expect(await nameOf(branchId)).toBe(before);
  });

  it('leaves its connection to others as it was', async () => {
    const { branchId } = await server.newClient();
    await inTransaction(server.db, (transaction) => rename(branchId, 'Renamed').execute(transaction));
    const limits = await Promise.all(
      Array.from({ length: 10 }, () =>
        sql<{ statement_timeout: string }>`show statement_timeout`.execute(server.db),
      ),
    );
    expect(new Set(limits.map(({ rows }) => rows[0]?.statement_timeout))).toEqual(new Set(['20s']));
  });
});

it('a server keeps working while a newer version migrates the tables', async () => {
  const client = await server.newClient();
  await client.create('/month/', { name: 'March' });
  const work = async () => {
    await enrol(client, '100', '40');
    await client.create(expenses, { title: 'Tea', amount: '5' });
    const lists = [courses, students, expenses].map((path) => client.get(path));
    return (await Promise.all(lists)).map(({ status, body }) => [status, body.count]);
  };
  // PostgreSQL keeps a plan for all values after some runs.
  const runs = 8;
  for (let run = 1; run <= runs; run++) expect(await work()).toEqual([run, run, run].map((n) => [200, n]));
  await server.queryAsOwner(`
    alter table enrolment add column later text default 'new';
    alter table student add column later text, add column sooner bigint not null default 0;
    alter table expense add column later text;
    alter table history add column later text`);
  expect(await work()).toEqual([1, 1, 1].map(() => [200, runs + 1]));
});
