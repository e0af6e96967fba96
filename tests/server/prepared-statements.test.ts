import '../support/reset-modules.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PreparingClient } from '#server/store/prepared-statements.ts';
import { type TestDatabase, testDatabase } from '../support/test-database.ts';
import { courses, enrol, expenses, students } from './api/bodies.ts';
import { withServer } from './api/with-server.ts';

/** Number of runs after which PostgreSQL switches to a generic plan. */
const OFTEN = 8;
const named = 'select count(*)::int as named from pg_prepared_statements';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const open = (settings: pg.PoolConfig = database.settings) =>
  new pg.Pool({ ...settings, max: 1, Client: PreparingClient });

/** Runs work in a transaction, as the server does: rolled back if a statement or the commit fails. */
async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

// Runs first: prepared statements are kept per process, and the last test uses up their limit.
describe('a server with prepared statements', () => {
  const server = withServer();

  it('keeps working while a newer version migrates the tables', async () => {
    const client = await server.newClient();
    await client.create('/month/', { name: 'March' });
    const work = async () => {
      await enrol(client, '100', '40');
      await client.create(expenses, { title: 'Tea', amount: '5' });
      const lists = [courses, students, expenses].map((path) => client.get(path));
      return (await Promise.all(lists)).map(({ status, body }) => [status, body.count]);
    };
    for (let run = 1; run <= OFTEN; run++) expect(await work()).toEqual([run, run, run].map((n) => [200, n]));
    await server.queryAsOwner(`
      alter table enrolment add column later text default 'new';
      alter table student add column later text, add column sooner bigint not null default 0;
      alter table expense add column later text;
      drop index enrolment_newest;
      create index enrolment_newest on enrolment (branch_id, kind, effective_date desc, id desc)`);
    expect(await work()).toEqual([OFTEN + 1, OFTEN + 1, OFTEN + 1].map((n) => [200, n]));
  });
});

describe('a prepared statement', () => {
  it('is planned once per connection and separately for each text', async () => {
    const pool = open();
    for (let run = 0; run < OFTEN; run++) {
      for (const [text, answer] of [
        ['/* kept */ select $1::int + 1 as sum', run + 1],
        ['/* kept */ select $1::int + 2 as sum', run + 2],
        ['select $1::int + 3 as sum', run + 3],
      ] as const) {
        expect((await pool.query(text, [run])).rows).toEqual([{ sum: answer }]);
      }
    }
    expect((await pool.query(named)).rows).toEqual([{ named: 2 }]);
    await pool.end();
  });

  it('asks for its columns at its first run on a connection only', async () => {
    const client = new PreparingClient(database.settings);
    await client.connect();
    let described = 0;
    client.connection.on('rowDescription', () => described++);
    for (let run = 0; run < OFTEN; run++) {
      const summed = await client.query('/* kept */ select $1::int + 1 as sum, now() as at limit $2', [
        run,
        run,
      ]);
      expect(summed.rows).toEqual(run === 0 ? [] : [{ sum: run + 1, at: expect.any(Date) }]);
      const texts = await client.query('/* kept text */ select $1::int as one, null as nothing', [run]);
      expect(texts.rows).toEqual([[String(run), null]]);
    }
    expect(described).toBe(2);
    await client.end();
  });

  it('is prepared again after its connection breaks', async () => {
    const pool = open();
    pool.on('error', () => undefined);
    const ask = async () => (await pool.query('/* kept */ select pg_backend_pid() as pid')).rows[0].pid;
    const first = await ask();
    const other = new pg.Client(database.settings);
    await other.connect();
    const gone = new Promise((resolve) => pool.once('remove', resolve));
    await other.query('select pg_terminate_backend($1)', [first]);
    await gone;
    expect(await ask()).not.toBe(first);
    await other.end();
    await pool.end();
  });

  it('works again after a failure', async () => {
    const pool = open();
    const divide = (by: number) => pool.query('/* kept */ select 12 / $1::int as part', [by]);
    await expect(divide(0)).rejects.toThrow('division by zero');
    expect((await divide(4)).rows).toEqual([{ part: 3 }]);
    await expect(pool.query('/* kept */ select nothing from nowhere')).rejects.toThrow('nowhere');
    await pool.query('create table nowhere as select 7 as nothing');
    expect((await pool.query('/* kept */ select nothing from nowhere')).rows).toEqual([{ nothing: 7 }]);
    await pool.end();
  });

  it('that is not awaited fails the transaction with its own error, at the latest at the commit', async () => {
    const pool = open();
    await pool.query('create table paid (amount int check (amount > 0))');
    const pay = '/* kept, not awaited */ insert into paid values ($1)';
    const transaction = (amounts: readonly number[], last?: string) =>
      inTransaction(pool, async (client) => {
        for (const amount of amounts) await client.query(pay, [amount]);
        if (last) await client.query(last);
      });
    const paid = async () =>
      (await pool.query('select amount from paid order by 1')).rows.map(({ amount }) => amount);
    await transaction([1, 2]);
    await expect(transaction([3, 0, 4])).rejects.toMatchObject({
      code: '23514',
      constraint: 'paid_amount_check',
    });
    await expect(transaction([5, -1, 6], 'select 1')).rejects.toMatchObject({ code: '23514' });
    expect(await paid()).toEqual([1, 2]);
    await transaction([7]);
    expect(await paid()).toEqual([1, 2, 7]);
    // Outside a transaction it is awaited.
    await expect(pool.query(pay, [0])).rejects.toMatchObject({ code: '23514' });
    await pool.end();
  });

  it('that is not awaited and whose value cannot be written lets no transaction commit', async () => {
    const pool = open();
    await pool.query('create table kept (what text)');
    const keep = '/* kept, not awaited */ insert into kept values ($1)';
    const transaction = (values: readonly unknown[]) =>
      inTransaction(pool, async (client) => {
        for (const value of values) await client.query(keep, [value]);
      });
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    const failure = 'circular structure';
    await expect(transaction([circle])).rejects.toThrow(failure);
    await expect(transaction(['one', circle, 'two'])).rejects.toThrow(failure);
    const ignoring = inTransaction(pool, async (client) => {
      await client.query(keep, ['four']);
      await client.query(keep, [circle]);
      await client.query('/* kept */ select what from kept').catch(() => undefined);
    });
    await expect(ignoring).rejects.toThrow(failure);
    await transaction(['three']);
    expect((await pool.query('select what from kept')).rows).toEqual([{ what: 'three' }]);
    await pool.end();
  });

  it('that is not awaited is answered together with the next awaited one', async () => {
    const client = new PreparingClient(database.settings);
    await client.connect();
    await client.query('create table noted (what text)');
    let answers = 0;
    client.connection.on('readyForQuery', () => answers++);
    const note = (what: string) =>
      client.query('/* kept, not awaited */ insert into noted values ($1)', [what]);
    for (let run = 1; run <= 3; run++) {
      await client.query('begin');
      const { rows } = await client.query(
        '/* kept */ select count(*)::int as notes from noted where what <> $1',
        [''],
      );
      expect(rows).toEqual([{ notes: 2 * run - 2 }]);
      await note('one');
      await note('two');
      await client.query('commit');
      expect(answers).toBe(2 * run);
    }
    await client.query('begin');
    await note('three');
    // Statements without values may be several, so they are sent behind the group.
    expect((await client.query('select count(*)::int as notes from noted')).rows).toEqual([{ notes: 7 }]);
    await client.query('rollback');
    expect((await client.query('select count(*)::int as notes from noted')).rows).toEqual([{ notes: 6 }]);
    await client.end();
  });

  it('that stands behind a failed one is prepared by its next run', async () => {
    const pool = open();
    await pool.query('create table split (part int check (part > 0))');
    const split = '/* kept, not awaited */ insert into split values ($1)';
    const transaction = (part: number) =>
      inTransaction(pool, async (client) => {
        await client.query(split, [part]);
        await client.query('/* kept, not awaited */ update split set part = part + $1', [1]);
        return (await client.query('/* kept */ select part from split where part > $1', [0])).rows;
      });
    await expect(transaction(0)).rejects.toMatchObject({ code: '23514' });
    expect(await transaction(1)).toEqual([{ part: 2 }]);
    await expect(transaction(-1)).rejects.toMatchObject({ code: '23514' });
    expect(await transaction(5)).toEqual(expect.arrayContaining([{ part: 3 }, { part: 6 }]));
    await pool.end();
  });

  it('that was not sent needs no rollback', async () => {
    const client = new PreparingClient(database.settings);
    await client.connect();
    let answers = 0;
    client.connection.on('readyForQuery', () => answers++);
    await client.query('begin');
    await client.query('/* kept, not awaited */ select 1 / $1::int', [0]);
    await client.query('rollback');
    expect(answers).toBe(0);
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  });

  it('is sent unprepared when there are too many', async () => {
    const pool = open();
    const many = Array.from({ length: 200 }, (_, number) => number);
    for (const number of many) {
      expect((await pool.query(`/* kept */ select ${number} as number`)).rows).toEqual([{ number }]);
    }
    const [{ named: held }] = (await pool.query(named)).rows;
    expect(held).toBeGreaterThan(100);
    expect(held).toBeLessThanOrEqual(160);
    await pool.end();
  });
});
