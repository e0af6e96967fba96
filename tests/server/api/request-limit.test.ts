import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { poolCounts } from '#server/db/connect.ts';
import { requestLimits } from '#server/http/request-limit.ts';
import { expenses, students } from './bodies.ts';
import type { Answer, ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

let client: ApiClient;
const server = withServer(
  (fresh) => {
    client = fresh;
  },
  { app: { requestLimits }, lockTimeoutMs: 60_000 },
);

const { running, waiting } = requestLimits;
const ALL = running + waiting;

/** Locks what every request of the kind needs, so that they stay at work. */
let lock: pg.Client;
beforeEach(async () => {
  lock = new pg.Client(server.settings);
  await lock.connect();
  await lock.query('begin; lock table student in access exclusive mode');
});
afterEach(() => lock.end());
const unlock = () => lock.query('rollback');

async function atWork(): Promise<number> {
  const held = await server.queryAsOwner(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return held.length;
}

/** Sends lists of one user, and keeps their answers in the order of arrival. */
function sendMany(count: number, of: ApiClient = client) {
  const answers: Answer[] = [];
  const done = Array.from({ length: count }, async () => {
    answers.push(await of.get(students));
  });
  return { answers, done: Promise.all(done) };
}

it('four requests of a user are at work, twenty wait without a connection, further ones get 429', async () => {
  const { answers, done } = sendMany(ALL + 3);
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  for (const { status, headers, body } of answers) {
    expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 429, retryAfter: '2' });
    expect(body).toEqual({ detail: 'Too many requests at once. Wait a moment and try again.' });
  }
  await vi.waitFor(async () => expect(await atWork()).toBe(running));
  await unlock();
  await done;
  expect(answers.slice(3).map(({ status }) => status)).toEqual(Array(ALL).fill(200));
  // Places come back: the same number fits again.
  const again = sendMany(ALL);
  await again.done;
  expect(new Set(again.answers.map(({ status }) => status))).toEqual(new Set([200]));
});

it('other users of the branch, and writes of theirs, do not wait for the requests of one', async () => {
  const { done } = sendMany(ALL);
  await vi.waitFor(async () => expect(await atWork()).toBe(running));
  const other = await server.newClient();
  expect((await other.get(expenses)).status).toBe(200);
  expect((await other.send('POST', expenses, { title: 'Tea', amount: '5' })).status).toBe(201);
  // The user's own requests of another kind wait with the rest.
  const sameUser = client.get(expenses);
  expect((await sameUser).status).toBe(429);
  await unlock();
  await done;
});

it('the health checks answer while branches have every connection that they may take', async () => {
  const users = [await server.newClient(), await server.newClient(), await server.newClient()];
  const all = users.map((user) => sendMany(running, user).done);
  const visitor = server.clientWithToken(undefined);
  const waitingForOne = () => poolCounts(server.db)?.waiting ?? 0;
  await vi.waitFor(async () => expect((await atWork()) + waitingForOne()).toBe(all.length * running));
  expect(waitingForOne()).toBeGreaterThan(0);
  for (const path of ['/health', '/health/live']) {
    expect(await visitor.get(path)).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
  }
  await unlock();
  await Promise.all(all);
});

it('a write that is refused with 429 was not performed, and its key is still free', async () => {
  const { done } = sendMany(ALL);
  const key = { 'idempotency-key': crypto.randomUUID() };
  const body = { title: 'Tea', amount: '5' };
  await vi.waitFor(async () => expect(await atWork()).toBe(running));
  expect((await client.send('POST', expenses, body, key)).status).toBe(429);
  await unlock();
  await done;
  expect((await client.get(expenses)).body.count).toBe(0);
  expect((await client.send('POST', expenses, body, key)).status).toBe(201);
  expect((await client.send('POST', expenses, body, key)).status).toBe(201);
  expect((await client.get(expenses)).body.count).toBe(1);
});

it('requests of clients that are gone keep their places while they are at work, and leave the queue', async () => {
  const origin = await server.origin();
  let [received, closed] = [0, 0];
  server.app.server.on('request', (_request, response) => {
    received += 1;
    response.once('close', () => {
      closed += 1;
    });
  });
  const gone = new AbortController();
  const { signal } = gone;
  const asked = Array.from({ length: ALL }, () =>
    fetch(`${origin}/api${students}`, { headers: client.authorization, signal }).catch(() => 'aborted'),
  );
  await vi.waitFor(() => expect(received).toBe(ALL));
  await vi.waitFor(async () => expect(await atWork()).toBe(running));
  gone.abort();
  expect(await Promise.all(asked)).toEqual(Array(ALL).fill('aborted'));
  await vi.waitFor(() => expect(closed).toBe(ALL));
  // The queue is empty now, so as many wait as before; what is at work goes on in the database.
  const { answers, done } = sendMany(waiting + 1);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  expect(answers[0]?.status).toBe(429);
  expect(await atWork()).toBe(running);
  await unlock();
  await done;
  expect(answers.slice(1).map(({ status }) => status)).toEqual(Array(waiting).fill(200));
});
