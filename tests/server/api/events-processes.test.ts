import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '#contract/http.ts';
import { createTokens } from '#server/store/accounts/tokens.ts';
import { type EventClient, openEvents } from '../../support/event-client.ts';
import { serverProcesses } from './transports.ts';
import { withServer } from './with-server.ts';

const secret = 'a secret of the tests, long enough';
/** Time in which another device's screen must know of a write, in milliseconds. */
const TOLD_WITHIN = 2_000;

const server = withServer();
let processes: Awaited<ReturnType<typeof serverProcesses>>;
const streams: EventClient[] = [];

beforeAll(async () => {
  processes = await serverProcesses(2, server.settings, secret);
});
afterAll(async () => {
  for (const stream of streams) stream.close();
  await processes?.end();
});

it('a write on one server process is told by the other one, and both name the same version', async () => {
  const person = await server.newClient();
  const tokens = createTokens({ tokenSecret: secret, accessTokenSeconds: 300, refreshTokenSeconds: 300 });
  const session = { session: '00000000-0000-4000-8000-000000000000', generation: 0 };
  const { access } = await tokens.pairFor({ ...person, ...session });
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

  const start = performance.now();
  expect((await write(first, 'Mona')).status).toBe(201);
  const told = await Promise.all(streams.map((stream) => stream.until(({ event }) => event === 'changed')));
  expect(performance.now() - start).toBeLessThan(TOLD_WITHIN);
  expect(told[0]).toEqual(told[1]);
  expect(told[0]?.resources).toEqual(['student']);

  // A device that comes back to the other process has missed nothing.
  const known = String(told[0]?.version);
  const back = await openEvents(second, access, `?since=${known}`);
  streams.push(back);
  expect(await back.until(() => true)).toEqual({ event: 'unchanged', version: known });
  const now = await fetch(`${second}/api${paths.changes}`, {
    headers: { authorization: `Bearer ${access}` },
  });
  expect(await now.json()).toEqual({ version: known });
});
