import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '#contract/http.ts';
import { accessToken } from '../../support/access-token.ts';
import { openEvents } from '../../support/event-client.ts';
import { students } from './bodies.ts';
import { startSecondApp } from './second-app.ts';
import { withBranch } from './with-server.ts';

const { server, client } = withBranch();

/** Listens to what the database publishes. */
async function listen() {
  const listener = new pg.Client(server.settings);
  await listener.connect();
  const heard: string[] = [];
  listener.on('notification', ({ payload = '' }) => heard.push(payload));
  await listener.query('listen branch_change');
  return { heard, end: () => listener.end() };
}

const insertEntries = (count: number, resource = 'bus') => `
  insert into history (branch_id, at, user_id, user_name, action, resource, record_id, title)
  select ${client.branchId}, now(), 1, '', 'created', '${resource}', n, '' from generate_series(1, ${count}) as n`;

const version = async () => String((await client.get(paths.changes)).body.version);

describe('a committed write', () => {
  let listener: Awaited<ReturnType<typeof listen>>;
  beforeEach(async () => {
    listener = await listen();
  });
  afterEach(() => listener.end());

  it('is heard in the order of the versions, however many commit at once', async () => {
    const first = Number(await version());
    await Promise.all(Array.from({ length: 32 }, (_, i) => client.create(students, { name: `S ${i}` })));
    await vi.waitFor(() => expect(listener.heard).toHaveLength(32));
    const counts = listener.heard.map((change) => Number(change.split(' ')[1]));
    const start = first === 0 ? (counts[0] ?? 0) : first + 1;
    expect(counts).toEqual(Array.from({ length: 32 }, (_, i) => start + i));
  });

  it('holds up no other write of the branch before its commit', async () => {
    await client.create(students, { name: 'First' });
    await server.db.transaction().execute(async (transaction) => {
      await sql.raw(insertEntries(1)).execute(transaction);
      await client.create(students, { name: 'Meanwhile' });
    });
    const resources = () => listener.heard.map((change) => change.split(' ')[2]);
    await vi.waitFor(() => expect(resources()).toEqual(['student', 'student', 'bus']));
  });
});

it('streams tell a transaction of very many writes as one change without keys', async () => {
  await client.create(students, { name: 'First' });
  const before = await version();
  const { app, origin } = await startSecondApp(server);
  const stream = await openEvents(
    origin,
    await accessToken(server.queryAsOwner, client, { seconds: 300 }),
    `?since=${before}`,
  );
  try {
    expect(await stream.until(() => true)).toEqual({ event: 'unchanged', version: before });
    await server.queryAsOwner(insertEntries(500));
    const now = await version();
    expect(Number(now)).toBe(Number(before) + 500);
    const last = await stream.until((event) => event.version === now);
    expect(last).toMatchObject({ event: 'changed', resources: ['bus'] });
    expect(last).not.toHaveProperty('keys');
  } finally {
    stream.close();
    await app.close();
  }
});
