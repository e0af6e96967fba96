import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { paths } from '#contract/http.ts';
import { accessToken, sessionWithToken, testSecret } from '../../support/access-token.ts';
import { type EventClient, openEvents } from '../../support/event-client.ts';
import { serverProcesses } from './transports.ts';
import { withServer } from './with-server.ts';

/** Time after which a test counts as hanging, in milliseconds. */
const HANG_MS = 30_000;

const server = withServer();
let processes: Awaited<ReturnType<typeof serverProcesses>>;
const streams: EventClient[] = [];

beforeAll(async () => {
  processes = await serverProcesses(2, server.settings, testSecret);
});
afterAll(async () => {
  for (const stream of streams) stream.close();
  await processes?.end();
});

it('a write on one server process is told by the other one, and both name the same version', async () => {
  const person = await server.newClient();
  const access = await accessToken(server.queryAsOwner, person);
  const [first = '', second = ''] = processes.origins;
  const write = (origin: string, name: string) =>
    fetch(`${origin}/api/students/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ name }),
    });
  await write(first, 'Before');
  streams.push(await openEvents(first, access), await openEvents(second, access));
  await Promise.all(streams.map((stream) => stream.until(() => true)));

  expect((await write(first, 'Mona')).status).toBe(201);
  const events = await Promise.all(streams.map((stream) => stream.until(({ event }) => event === 'changed')));
  expect(events[0]).toEqual(events[1]);
  expect(events[0]?.resources).toEqual(['student']);

  // A device that comes back to the other process has missed nothing.
  const known = String(events[0]?.version);
  const back = await openEvents(second, access, `?since=${known}`);
  streams.push(back);
  expect(await back.until(() => true)).toEqual({ event: 'unchanged', version: known });
  const now = await fetch(`${second}/api${paths.changes}`, {
    headers: { authorization: `Bearer ${access}` },
  });
  expect(await now.json()).toEqual({ version: known });
});

it('a session that ends on one server process ends on the other one too, with its stream', async () => {
  const person = await server.newClient();
  const ended = await sessionWithToken(server.queryAsOwner, person);
  const kept = await sessionWithToken(server.queryAsOwner, person);
  const statuses = (access: string) =>
    Promise.all(
      processes.origins.map(async (origin) => {
        const answer = await fetch(`${origin}/api/auth/user/`, {
          headers: { authorization: `Bearer ${access}` },
        });
        return answer.status;
      }),
    );
  expect(await statuses(ended.access)).toEqual([200, 200]);
  const opened = (access: string) =>
    Promise.all(processes.origins.map((origin) => openEvents(origin, access)));
  const endedStreams = await opened(ended.access);
  const keptStreams = await opened(kept.access);
  streams.push(...endedStreams, ...keptStreams);

  await server.queryAsOwner('delete from session where id = $1', [ended.session]);
  await Promise.all(endedStreams.map((stream) => stream.untilEnd()));
  await vi.waitFor(async () => expect(await statuses(ended.access)).toEqual([401, 401]), HANG_MS);
  expect(await statuses(kept.access)).toEqual([200, 200]);
  expect(keptStreams.map((stream) => stream.ended())).toEqual([false, false]);
});
