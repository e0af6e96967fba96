import type { FastifyInstance } from 'fastify';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#contract/http.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { accessToken, testSecret } from '../../support/access-token.ts';
import { type EventClient, openEvents } from '../../support/event-client.ts';
import { students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const { server, client } = withBranch();

let app: FastifyInstance;
let origin: string;
let token: string;
const streams: EventClient[] = [];

/** Builds a server on the same database. */
const newApp = () => buildApp({ db: server.db, config: readConfig({}), tokenSecret: testSecret });

beforeAll(async () => {
  app = await newApp();
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return () => app.close();
});
beforeEach(async () => {
  token = await accessToken(server.queryAsOwner, client, { seconds: 300 });
  await client.create(students, { name: 'Mona Adel' });
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

/** Reads on the server that tells changes, and returns the version that its answer names. */
async function namedVersion(path: string, headers: Record<string, string> = {}): Promise<string | null> {
  const answer = await fetch(`${origin}/api${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  await answer.text();
  return answer.headers.get('x-branch-version');
}

/** Opens a stream and returns the name of its first event. */
async function firstEvent(since: string | null): Promise<string> {
  const stream = await openEvents(origin, token, `?since=${since}`);
  streams.push(stream);
  return (await stream.until(() => true)).event;
}

const now = async () => String((await client.get(paths.changes)).body.version);

describe('the version of the branch in the answer to a read', () => {
  it.each([paths.user, paths.branch, paths.dashboard, students])('%s names it', async (path) => {
    expect(await namedVersion(path)).toBe(await now());
  });

  it('is named where the answer is unchanged', async () => {
    const answer = await fetch(`${origin}/api${paths.dashboard}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(`${origin}/api${paths.dashboard}`, {
      headers: { authorization: `Bearer ${token}`, 'if-none-match': etag },
    });
    expect([again.status, again.headers.get('x-branch-version')]).toEqual([304, await now()]);
  });

  it('is not newer than the answer, where a write is committed while it is read', async () => {
    const written: string[] = [];
    const slow = await newApp();
    // Once the version was asked for, before the data is read.
    slow.addHook('preHandler', async () => {
      if (written.length === 0) written.push((await client.create(students, { name: 'Meanwhile' })).id);
    });
    const answer = await slow.inject({
      url: `/api${students}`,
      headers: { authorization: `Bearer ${token}` },
    });
    await slow.close();
    expect(answer.body).toContain('Meanwhile');
    expect(Number(answer.headers['x-branch-version'])).toBeLessThan(Number(await now()));
  });

  it('follows the writes while streams are open, and after the last one has closed', async () => {
    await firstEvent(null);
    await client.create(students, { name: 'Second' });
    await expect.poll(() => namedVersion(students)).toBe(await now());
    streams.splice(0)[0]?.close();
    await client.create(students, { name: 'Third' });
    await expect.poll(() => namedVersion(students)).toBe(await now());
  });
});
