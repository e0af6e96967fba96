import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '#server/package-root.ts';
import { connect } from '#server/store/connect.ts';
import { readDatabaseAddress } from '#server/store/connections/database-address.ts';
import { isDatabaseUnavailable } from '#server/store/database-errors.ts';
import { freePort } from '../support/running-server.ts';
import { type TestDatabase, testDatabase } from '../support/test-database.ts';
import { students } from './api/bodies.ts';
import { startTestServer } from './api/test-server.ts';

describe('the address of a database', () => {
  it.each([
    [
      'postgres://u:p@a:1,b:2/desk',
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    [
      'postgres://u:p@a,b/desk?target_session_attrs=read-write&sslmode=disable',
      [
        ['a', 5432],
        ['b', 5432],
      ],
    ],
    [
      'postgresql://u@[::1]:7,10.0.0.2/desk',
      [
        ['::1', 7],
        ['10.0.0.2', 5432],
      ],
    ],
    [
      'postgres://u@%2Frun%2Fa,b:3/desk',
      [
        ['/run/a', 5432],
        ['b', 3],
      ],
    ],
    [
      'postgres://u@/desk?host=/run/a,/run/b&port=1,2',
      [
        ['/run/a', 1],
        ['/run/b', 2],
      ],
    ],
    [
      'postgres://u@ignored/desk?host=a,b&port=9',
      [
        ['a', 9],
        ['b', 9],
      ],
    ],
    ['postgres://u@a:1/desk?target_session_attrs=primary', [['a', 1]]],
    ['postgres://u:p@a:1/desk?sslmode=disable', []],
  ])('%s', (url, hosts) => {
    const read = readDatabaseAddress(url);
    expect(read.hosts.map(({ host, port }) => [host, port])).toEqual(hosts);
    if (hosts.length > 0) expect(read.settings.connectionString).not.toMatch(/target_session|,/);
  });

  it.each([
    'postgres://u@a,b/desk?target_session_attrs=standby',
    'postgres://u@a,/desk',
    'postgres://u@a:99999,b/desk',
    'postgres://u@a:x,b/desk',
  ])('%s is refused', (url) => {
    expect(() => readDatabaseAddress(url)).toThrow(/target_session_attrs|every host/);
  });
});

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Passes connections to the test database on, until it is frozen: then nothing more comes from it, as from a machine that hangs. */
async function startLine({ host = '', port = 5432, connectionString }: pg.PoolConfig) {
  const to = connectionString === undefined ? { host, port } : readTarget(connectionString);
  const target = to.host.startsWith('/') ? { path: `${to.host}/.s.PGSQL.${to.port}` } : to;
  const sockets = new Set<Socket>();
  let frozen = false;
  const listener = createServer((near) => {
    const far = connectTo(target);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => other.destroy());
      socket.on('data', (data) => other.write(data));
      if (frozen) socket.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port: own } = z.object({ port: z.number() }).parse(listener.address());
  return {
    port: own,
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

function readTarget(connectionString: string): { host: string; port: number } {
  const { hostname, port, searchParams } = new URL(connectionString);
  return { host: searchParams.get('host') ?? hostname, port: Number(port || 5432) };
}

/** Returns the address of the test database with these hosts in place of its own. */
function withHosts({ user, password, database, connectionString }: pg.PoolConfig, hosts: string): string {
  if (connectionString === undefined) return `postgres://${user}:${password}@${hosts}/${database}`;
  const { username, password: secret, pathname } = new URL(connectionString);
  return `postgres://${username}:${secret}@${hosts}${pathname}`;
}

describe.concurrent('the connections of the server', () => {
  it('lead to the host of a list that can be written to, wherever it stands', async () => {
    const line = await startLine(database.settings);
    const closed = await freePort();
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port: hung } = z.object({ port: z.number() }).parse(silent.address());
    const hosts = [closed, hung, line.port].map((port) => `127.0.0.1:${port}`);
    const db = connect({ connectionString: withHosts(database.settings, hosts.join(',')) });
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
    expect(rows).toEqual([{ one: 1 }]);

    // What was found once is not asked for again: the silent host costs its time once.
    const { rows: names } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    expect(names).toHaveLength(1);
    await db.destroy();
    line.close();
    silent.close();
  });

  it('fail with an error that a device retries where no host can be written to', async () => {
    const hosts = `127.0.0.1:${await freePort()},127.0.0.1:${await freePort()}`;
    const db = connect({ connectionString: withHosts(database.settings, hosts) });
    const failure = await sql`select 1`.execute(db).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
    await db.destroy();
  });

  it('are replaced where a server turns out to be read-only', async () => {
    const db = connect({ ...database.settings, max: 1 });
    const pid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
    const first = await pid();
    await expect(
      sql`insert into branch (name) select set_config('transaction_read_only', 'on', true)`.execute(db),
    ).rejects.toMatchObject({ code: '25006' });
    expect(await pid()).not.toBe(first);
    await db.destroy();
  });

  it('end with 503 and words while the database is frozen, and come back by themselves', async () => {
    const line = await startLine(database.settings);
    const settings = { connectionString: withHosts(database.settings, `127.0.0.1:${line.port}`) };
    const server = await startTestServer({ database: { settings, drop: async () => undefined } });
    const client = await server.newClient();
    await client.create(students, { name: 'Before' });
    line.freeze(true);
    const health = server.app.inject({ url: '/api/health' });
    const answers = await Promise.all([
      client.get(students),
      client.send('POST', students, { name: 'Meanwhile' }, { 'idempotency-key': crypto.randomUUID() }),
    ]);
    for (const { status, headers, body } of answers) {
      expect({ status, body }).toEqual({
        status: 503,
        body: { detail: 'The server cannot reach its database at the moment. Try again shortly.' },
      });
      expect(headers['retry-after']).toBe('2');
    }
    expect((await health).statusCode).toBe(503);
    expect((await server.app.inject({ url: '/api/health/live' })).statusCode).toBe(200);
    line.freeze(false);
    while ((await client.get(students)).status !== 200) await sleep(50);
    await client.create(students, { name: 'After' });
    const names = (await client.listAll(students)).map(({ name }) => name);
    expect(names.filter((name) => name !== 'Meanwhile')).toEqual(['After', 'Before']);
    await server.close();
    line.close();
  });
});

it('every connection is opened as a DatabaseClient, which knows the hosts', () => {
  const server = path.join(packageRoot, 'src', 'server');
  const opening = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && /new pg\.(Client|Pool)\(/.test(readFileSync(path.join(server, file), 'utf8')),
  );
  // Pools name their client; the question is what DatabaseClient itself relies on.
  expect(opening.sort()).toEqual([
    'store/connect.ts',
    'store/connections/ask-host.ts',
    'store/database-probe.ts',
  ]);
});
