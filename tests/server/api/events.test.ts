import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { branchEvents, KEY_PREFIX } from '#contract/events.ts';
import { paths } from '#contract/http.ts';
import { addPerson } from '#server/accounts/directory.ts';
import { accessToken } from '../../support/access-token.ts';
import { type EventClient, openEvents } from '../../support/event-client.ts';
import { courses, enrol, installment, students } from './bodies.ts';
import { startSecondApp } from './second-app.ts';
import type { ApiClient } from './test-server.ts';
import { withBranch } from './with-server.ts';

const LIMITS = { perUser: 3, perBranch: 5 };

const { server, client } = withBranch();

let app: FastifyInstance;
let origin: string;
const streams: EventClient[] = [];

const startApp = () => startSecondApp(server, { streamLimits: LIMITS });

beforeAll(async () => {
  ({ app, origin } = await startApp());
  return () => app.close();
});

const tokenFor = async (user: Pick<ApiClient, 'branchId' | 'userId'>, seconds = 300): Promise<string> => {
  return accessToken(server.queryAsOwner, user, { seconds });
};

async function open(
  options: { query?: string; token?: string; at?: string; headers?: Record<string, string> } = {},
) {
  const token = options.token ?? (await tokenFor(client));
  const stream = await openEvents(options.at ?? origin, token, options.query, options.headers);
  streams.push(stream);
  return stream;
}

async function openReady(options: Parameters<typeof open>[0] = {}): Promise<EventClient> {
  const stream = await open(options);
  await stream.until(() => true);
  return stream;
}

const changed = (stream: EventClient) => stream.events.filter(({ event }) => event === 'changed');
const resourcesTold = (stream: EventClient) => changed(stream).flatMap(({ resources }) => resources);

let before: string;
beforeEach(async () => {
  await client.create(paths.months, { name: 'March' });
  before = String((await client.get(paths.changes)).body.version);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

describe('a stream of changes', () => {
  it('tells a write by its resource and the version of the branch, and nothing of the data', async () => {
    const stream = await openReady({ query: `?since=${before}` });
    const key = randomUUID();
    const body = { name: 'Mona Adel', phone: '01000000000' };
    expect((await client.send('POST', students, body, { 'idempotency-key': key })).status).toBe(201);
    const written = await stream.until(({ event }) => event === 'changed');
    const after = (await client.get(paths.changes)).body.version;
    expect(written).toEqual({
      event: 'changed',
      version: after,
      since: before,
      resources: ['student'],
      keys: [key.slice(0, KEY_PREFIX)],
      spread: 0,
    });
    const { event: _, ...data } = written;
    expect(branchEvents.changed.strict().parse(data)).toEqual(data);
    expect(stream.text()).not.toMatch(/Mona|01000000000/);
  });

  it('is sent as it is written: no proxy may buffer, change or compress it', async () => {
    const { status, headers } = await open({ headers: { 'accept-encoding': 'gzip, br' } });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(headers['cache-control']).toContain('no-transform');
    expect(headers['cache-control']).toContain('no-store');
    expect(headers['x-accel-buffering']).toBe('no');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('names every resource that was written, and a month as a month', async () => {
    const stream = await openReady();
    const { id } = await enrol(client, '100', '40');
    await client.create(courses, installment(id, '10'));
    await client.send('POST', paths.toggleMonth);
    await stream.until(({ resources }) => Array.isArray(resources) && resources.includes('month'));
    expect(new Set(resourcesTold(stream))).toEqual(new Set(['student', 'adult-course', 'month']));
  });

  it('tells every role that the branch was renamed', async () => {
    const staff = { branchId: client.branchId, userId: await addUser(client.branchId) };
    const streams = [await openReady(), await openReady({ token: await tokenFor(staff) })];
    await client.send('PATCH', SETTINGS_PATH, { name: 'Maadi' });
    for (const stream of streams) {
      const { resources } = await stream.until(({ event }) => event === 'changed');
      expect(resources).toEqual(['branch-settings']);
    }
  });

  it('tells the devices of the branch only', async () => {
    const other = await server.newClient();
    const [local, foreign] = [await openReady(), await openReady({ token: await tokenFor(other) })];
    await client.create(students, { name: 'Mona' });
    await local.until(({ event }) => event === 'changed');
    await other.create(students, { name: 'Omar' });
    await foreign.until(({ event }) => event === 'changed');
    expect([changed(local).length, changed(foreign).length]).toEqual([1, 1]);
  });
});

describe('a write that does not commit', () => {
  it('is not told', async () => {
    const stream = await openReady();
    const { id } = await enrol(client, '100', '40');
    await stream.until(({ resources }) => Array.isArray(resources) && resources.includes('adult-course'));
    const toldBefore = stream.events.length;
    expect((await client.send('POST', courses, installment(id, '61'))).status).toBe(400);
    await server
      .queryAsOwner(
        `do $$ begin
          insert into history (branch_id, at, user_id, user_name, action, resource, record_id, title)
          values (${client.branchId}, now(), 1, '', 'created', 'bus', 1, '');
          raise exception 'rolled back';
        end $$`,
      )
      .catch(() => undefined);
    await client.create(students, { name: 'Told' });
    // The new student of the enrolment may have been told apart before.
    await stream.until(
      (event) => stream.events.indexOf(event) >= toldBefore && String(event.resources) === 'student',
    );
    expect(stream.events.slice(toldBefore).map(({ resources }) => resources)).toEqual([['student']]);
  });
});

describe('opening a stream', () => {
  it('answers 401 without a valid token, and opens nothing', async () => {
    for (const token of ['', 'abc.def.ghi', await tokenFor(client, -1)]) {
      const { status, response } = await open({ token });
      let text = '';
      for await (const chunk of response) text += chunk;
      expect([status, JSON.parse(text)]).toEqual([401, { detail: 'Sign in to go on.' }]);
    }
  });

  it('tells that nothing was written since the version that the device knows', async () => {
    for (const options of [{ query: `?since=${before}` }, { headers: { 'last-event-id': before } }]) {
      const stream = await openReady(options);
      expect(stream.events).toEqual([{ event: 'unchanged', version: before }]);
    }
  });

  it('tells that anything may have changed after a missed write, and without a known version', async () => {
    await client.create(students, { name: 'Missed' });
    const { version } = (await client.get(paths.changes)).body;
    for (const query of ['', `?since=${before}`, '?since=%27']) {
      const stream = await openReady({ query });
      expect(stream.events, query).toEqual([{ event: 'everything', version, spread: 0 }]);
    }
  });

  it('leaves nothing behind for devices that go at once', async () => {
    const token = await tokenFor(client);
    for (let device = 0; device < 20; device++) {
      const headers = { authorization: `Bearer ${token}` };
      const asked = request(`${origin}/api${paths.events}`, { headers, agent: false });
      asked.on('error', () => undefined).end();
      await sleep(device / 2);
      asked.destroy();
    }
    const opened = async () => {
      const stream = await open();
      return stream.status;
    };
    for (let device = 0; device < LIMITS.perUser; device++) await expect.poll(opened).toBe(200);
  });

  it('is limited for each user and each branch, until a stream closes', async () => {
    const second = { branchId: client.branchId, userId: await addUser(client.branchId) };
    const mine = await Promise.all([openReady(), openReady(), openReady()]);
    const refused = await open();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    const token = await tokenFor(second);
    await Promise.all([openReady({ token }), openReady({ token })]);
    expect((await open({ token })).status).toBe(429);
    mine[0]?.close();
    await expect.poll(async () => (await open()).status).toBe(200);
  });
});

async function addUser(branchId: bigint): Promise<bigint> {
  const { userId } = await addPerson(server.db, {
    branchId,
    email: `${randomUUID()}@example.com`,
    passwordHash: '',
    firstName: 'Second',
    lastName: 'Desk',
    role: 'staff',
  });
  return userId;
}

describe('the version of the branch', () => {
  it('answers 304 until something is written', async () => {
    const first = await client.get(paths.changes);
    const tag = String(first.headers.etag);
    expect((await client.get(paths.changes, { 'if-none-match': tag })).status).toBe(304);
    await client.create(students, { name: 'Mona' });
    const second = await client.get(paths.changes, { 'if-none-match': tag });
    expect(second.status).toBe(200);
    expect(Number(second.body.version)).toBeGreaterThan(Number(first.body.version));
  });
});

describe('a server', () => {
  it('tells what was written while it had lost its connections to the database', async () => {
    const stream = await openReady({ query: `?since=${before}` });
    await server.queryAsOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect.poll(async () => (await client.send('POST', students, { name: 'Told' })).status).toBe(201);
    expect(await stream.until(({ event }) => event === 'changed')).toMatchObject({
      since: before,
      resources: ['student'],
    });
  });

  it('ends its streams when it stops, and tells devices to spread their return', async () => {
    const other = await startApp();
    const stream = await openReady({ at: other.origin });
    const closing = other.app.close();
    await stream.untilEnd();
    expect(stream.text()).toMatch(/retry: 10000\n\n$/);
    await closing;
  });
});
