import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/http.ts';
import { accessToken } from '../../support/access-token.ts';
import { openEvents } from '../../support/event-client.ts';
import { students } from './bodies.ts';
import { startSecondApp } from './second-app.ts';
import { withBranch } from './with-server.ts';

const { server, client } = withBranch();

const insertEntries = (count: number, resource = 'bus') => `
  insert into history (branch_id, at, user_id, user_name, action, resource, record_id, title)
  select ${client.branchId}, now(), 1, '', 'created', '${resource}', n, '' from generate_series(1, ${count}) as n`;

const version = async () => String((await client.get(paths.changes)).body.version);

async function openStream() {
  const { app, origin } = await startSecondApp(server);
  const before = await version();
  const token = await accessToken(server.queryAsOwner, client, { seconds: 300 });
  const stream = await openEvents(origin, token, `?since=${before}`);
  expect(await stream.until(() => true)).toEqual({ event: 'unchanged', version: before });
  const close = async () => {
    stream.close();
    await app.close();
  };
  return { stream, before, close };
}

it('every committed write counts once, however many commit at the same time', async () => {
  await client.create(students, { name: 'First' });
  const before = Number(await version());
  await Promise.all(Array.from({ length: 32 }, (_, i) => client.create(students, { name: `S ${i}` })));
  expect(Number(await version())).toBe(before + 32);
});

it('a write that commits after a later one is told all the same, and holds up no other before its commit', async () => {
  await client.create(students, { name: 'First' });
  const { stream, before, close } = await openStream();
  try {
    await server.db.transaction().execute(async (transaction) => {
      await sql.raw(insertEntries(1)).execute(transaction);
      await client.create(students, { name: 'Meanwhile' });
      const told = await stream.until(({ event }) => event === 'changed');
      expect(told).toMatchObject({ since: before, resources: ['student'] });
    });
    const late = await stream.until(({ resources }) => String(resources) === 'bus');
    expect(late).toMatchObject({ event: 'changed', version: await version() });
  } finally {
    await close();
  }
});

it('streams tell a transaction of very many writes as one change without keys', async () => {
  await client.create(students, { name: 'First' });
  const { stream, before, close } = await openStream();
  try {
    await server.queryAsOwner(insertEntries(500));
    const now = await version();
    expect(Number(now)).toBe(Number(before) + 500);
    const last = await stream.until((event) => event.version === now);
    expect(last).toMatchObject({ event: 'changed', resources: ['bus'] });
    expect(last).not.toHaveProperty('keys');
  } finally {
    await close();
  }
});
