import { randomUUID } from 'node:crypto';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { connect } from '#server/db/connect.ts';
import { createDatabaseProbe } from '#server/db/database-probe.ts';
import { migrate } from '#server/db/migrate.ts';
import { readConfig } from '#server/platform/config.ts';
import { listenLocally } from '../../support/local-port.ts';
import { testDatabase } from '../../support/test-database.ts';
import { courses, enrol, installment, students } from './bodies.ts';
import { startTestServer } from './test-server.ts';
import { withServer } from './with-server.ts';

/** Terminates every connection except its own. */
const BREAK_ALL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

const server = withServer();

/** Passes connections to a database on, until it is frozen: then nothing more comes from it, as from a machine that hangs. */
async function startLine(settings: pg.PoolConfig) {
  const { host, port } = new pg.Client(settings);
  const sockets = new Set<Socket>();
  let frozen = false;
  const listener = createServer((near) => {
    const far = connectTo(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => other.destroy());
      socket.on('data', (data) => other.write(data));
      if (frozen) socket.pause();
    }
  });
  return {
    port: await listenLocally(listener),
    freeze(on: boolean) {
      frozen = on;
      for (const socket of sockets) on ? socket.pause() : socket.resume();
    },
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function asServer(text: string): Promise<unknown> {
  const client = new pg.Client(server.settings);
  await client.connect();
  try {
    await client.query('set role branch_desk_server');
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the schema', () => {
  it('is migrated by several servers at once, and again', async () => {
    await Promise.all([1, 2, 3, 4].map(() => migrate(server.settings)));
    const files = await server.queryAsOwner('select name from migration order by name');
    expect(files.length).toBeGreaterThan(0);
  });

  it("cannot be changed by the server's database user", async () => {
    for (const text of [
      'drop table student',
      'create table mine (id int)',
      'select * from migration',
      'alter table month disable trigger all',
    ]) {
      await expect(asServer(text), text).rejects.toThrow(/permission denied|must be owner/);
    }
    await expect(asServer('select count(*) from student')).resolves.toBeDefined();
  });

  it('rejects a payment that is more than the price, and one of an installment', async () => {
    const client = await server.newClient();
    const { id, student } = await enrol(client, '100', '60');
    const paid = await client.create(courses, installment(id, '10'));
    const pay = (payable: string, amount: number) =>
      server.queryAsOwner(
        `insert into movement (branch_id, type, amount, resource, payable, student_id, effective_date, at, made_by, source, record_id)
          values ($1, 'payment', $2, 'adult-course', $3, $4, current_date, now(), 1, 'enrolment', gen_random_uuid())`,
        [client.branchId, amount, payable, student],
      );
    await expect(pay(id, 3001)).rejects.toThrow('enrolment_overpaid');
    await expect(pay(paid.id, 1)).rejects.toThrow('enrolment_follows');
    expect((await client.get(`${courses}${id}/`)).body.remaining_amount).toBe('30.00');
  });
});

describe('exhausted resources of the machine', () => {
  it.each([
    ['53100', /disk is full\. Tell whoever looks after it, then try again\.$/, '60'],
    ['58030', /cannot use its disk\. Tell whoever looks after it, then try again\.$/, '60'],
    ['53200', /too little memory\. Try again shortly\.$/, '5'],
    ['57014', /nothing was changed\. Try again shortly\.$/, '5'],
    ['40P01', /others are changing the same records\. Try again\.$/, '1'],
  ])('cause no partial write, are reported, and the server recovers (%s)', async (code, sentence, seconds) => {
    const client = await server.newClient();
    await server.queryAsOwner(`
      create function give_out() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file "base/1/2": No space left' using errcode = '${code}'; end $$;
      create trigger give_out after insert on idempotency for each row execute function give_out()`);
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => client.send('POST', students, { name: 'Mona' }, headers);
    const refused = await send();
    await server.queryAsOwner('drop trigger give_out on idempotency; drop function give_out');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, seconds]);
    expect(refused.body).toEqual({ detail: expect.stringMatching(sentence) });
    expect(await client.listAll(students)).toEqual([]);
    expect((await send()).body).toMatchObject({ name: 'Mona', code: 'S-0001' });
  });
});

describe('time limits', () => {
  it('are the same for reads and writes: the app gives up after 20 s', async () => {
    const client = await server.newClient();
    await server.queryAsOwner(`
      create table seen (setting text);
      create function see() returns trigger language plpgsql security definer as $$
        begin insert into seen values (current_setting('statement_timeout')); return null; end $$;
      create trigger see after insert on student for each row execute function see()`);
    await client.create(students, { name: 'Mona' });
    const seen = await server.queryAsOwner('select * from seen');
    await server.queryAsOwner('drop trigger see on student; drop function see; drop table seen');
    expect(seen).toEqual([{ setting: '20s' }]);
    const { rows } = await sql`show statement_timeout`.execute(server.db);
    expect(rows).toEqual([{ statement_timeout: '20s' }]);
  });

  it('end a search with a sentence, page and whole list alike, and the connection serves on', async () => {
    const client = await server.newClient();
    const lock = new pg.Client(server.settings);
    await lock.connect();
    await lock.query('begin; lock table student in access exclusive mode');
    const searches = await Promise.all(
      ['', '&no_pagination=true'].map((more) => client.get(`${students}?search=mo${more}`)),
    );
    await lock.end();
    for (const { status, body } of searches) {
      expect({ status, body }).toEqual({
        status: 400,
        body: { search: ['The search took too long. Type more letters.'] },
      });
    }
    const { rows } = await sql`show statement_timeout`.execute(server.db);
    expect(rows).toEqual([{ statement_timeout: '20s' }]);
    expect((await client.get(`${students}?search=mo`)).status).toBe(200);
  });
});

describe('a database that hangs', () => {
  it('makes the health check fail after its limit, once for all who ask', async () => {
    // It accepts connections and never answers, like a machine that is cut off.
    let connections = 0;
    const silent = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
    });
    const port = await listenLocally(silent);
    const probe = createDatabaseProbe({ host: '127.0.0.1', port, user: 'nobody' });
    const app = await buildApp({
      db: server.db,
      askDatabase: probe.check,
      config: readConfig({}),
      tokenSecret: 'a secret for nobody at all',
    });
    const answers = await Promise.all([1, 2, 3].map(() => app.inject({ url: '/api/health' })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    expect(connections).toBe(1);
    await app.close();
    await probe.close();
    silent.close();
  });

  it('makes requests fail with 503 after the time limit, reads and writes alike, and is used again once it answers', async () => {
    const own = await testDatabase();
    const line = await startLine(own.settings);
    const { user, password, database } = new pg.Client(own.settings);
    const address = { host: '127.0.0.1', port: line.port, user, password: password ?? undefined, database };
    const settings = { ...address, connectionTimeoutMillis: 2_000, query_timeout: 4_000 };
    const throughLine = await startTestServer({ database: { settings, drop: async () => undefined } });
    const client = await throughLine.newClient();
    await client.create(students, { name: 'Before' });
    line.freeze(true);
    const headers = { 'idempotency-key': randomUUID() };
    const meanwhile = await Promise.all([
      client.get(students),
      client.send('POST', students, { name: 'Meanwhile' }, headers),
    ]);
    for (const { status, headers: said, body } of meanwhile) {
      expect({ status, body }).toEqual({
        status: 503,
        body: { detail: 'The server cannot reach its database at the moment. Try again shortly.' },
      });
      expect(said['retry-after']).toBe('2');
    }
    line.freeze(false);
    while ((await client.get(students)).status !== 200) await sleep(20);
    await client.send('POST', students, { name: 'Meanwhile' }, headers);
    const names = (await client.listAll(students)).map(({ name }) => name);
    expect(names.sort()).toEqual(['Before', 'Meanwhile']);
    await throughLine.close();
    line.close();
    await own.drop();
  });
});

describe('a broken database connection', () => {
  it('fails at most its own requests; the next ones are served', async () => {
    const client = await server.newClient();
    await client.create(students, { name: 'Before' });
    await server.queryAsOwner(BREAK_ALL).catch(() => []);
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.get(students)));
    for (const { status, headers, text } of answers) {
      expect([200, 503], text).toContain(status);
      if (status === 503) expect(headers['retry-after']).toBe('2');
    }
    expect((await client.get(students)).status).toBe(200);
  });

  it('to a primary that became a standby is not used again', async () => {
    const db = connect({ ...server.settings, max: 1 });
    const session = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
    const first = await session();
    await sql`set default_transaction_read_only = on`.execute(db);
    await expect(sql`insert into branch (name) values ('Late')`.execute(db)).rejects.toMatchObject({
      code: '25006',
    });
    expect(await session()).not.toBe(first);
    await db.destroy();
  });

  it('to an unreachable database answers 503 with Retry-After, also on /health; the process says that it is alive', async () => {
    const db = connect({ host: '/nowhere', port: 1, user: 'nobody' });
    const app = await buildApp({ db, config: readConfig({}), tokenSecret: 'a secret for nobody at all' });
    const answers = [
      await app.inject({ url: '/api/health' }),
      await app.inject({
        method: 'POST',
        url: '/api/auth/login/',
        payload: { email: 'mona@example.com', password: 'open sesame' },
      }),
    ];
    expect((await app.inject({ url: '/api/health/live' })).statusCode).toBe(200);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('2');
      expect(answer.json()).toEqual({ detail: expect.any(String) });
    }
    await app.close();
    await db.destroy();
  });
});
