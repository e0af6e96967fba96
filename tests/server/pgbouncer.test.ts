import { expect, inject, it } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { openEvents } from '../support/event-client.ts';
import { hasPgbouncer, type Pooled, withPgbouncer } from '../support/pgbouncer.ts';
import { testDatabase } from '../support/test-database.ts';
import { students } from './api/bodies.ts';
import { startTestServer } from './api/test-server.ts';

/** Returns the test run's PostgreSQL; undefined where it is not on a Unix socket. */
function pooled(): Pooled | undefined {
  const { host, user, password, connectionString } = inject('testCluster').server;
  if (host && user && password) return { host, user, password };
  if (connectionString === undefined) return undefined;
  const { username, password: secret, searchParams } = new URL(connectionString);
  const folder = searchParams.get('host');
  return folder ? { host: folder, user: username, password: secret } : undefined;
}

const behind = pooled();
const why = 'PgBouncer is not installed (Debian: apt-get install pgbouncer)';

it('a server works behind PgBouncer in session mode: lists with cursors, writes with keys, changes that are told', async ({
  skip,
}) => {
  if (!hasPgbouncer || !behind) return skip(why);
  const { settings, drop } = await testDatabase();
  const name = settings.database ?? new URL(settings.connectionString ?? '').pathname.slice(1);
  await withPgbouncer(behind, 'session', async (pooler) => {
    const connectionString = `${pooler}/${name}`;
    expect((await openDatabase({ dataDir: '', databaseUrl: connectionString })).owner).toMatchObject({
      connectionString,
    });
    const server = await startTestServer({
      database: { settings: { connectionString }, drop: async () => undefined },
    });
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const client = await server.newClient();
    const token = client.authorization.authorization?.replace('Bearer ', '');
    const events = await openEvents(origin, token);
    await events.until(({ event }) => event === 'everything' || event === 'unchanged');
    const key = { 'idempotency-key': crypto.randomUUID() };
    const answers = [1, 2].map(() => client.send('POST', students, { name: 'Mona' }, key));
    for (const { status } of await Promise.all(answers)) expect([201, 409]).toContain(status);
    expect(await client.listAll(students)).toMatchObject([{ name: 'Mona' }]);
    await events.until(({ event }) => event === 'changed');
    events.close();
    await server.close();
  });
  await drop();
});

it('a pooler that gives each transaction another session is refused at the start, in one sentence', async ({
  skip,
}) => {
  if (!hasPgbouncer || !behind) return skip(why);
  await withPgbouncer(behind, 'transaction', async (pooler) => {
    await expect(openDatabase({ dataDir: '', databaseUrl: `${pooler}/postgres` })).rejects.toThrow(
      'DATABASE_URL leads to a pooler in transaction mode: set it to session mode, or name the PostgreSQL itself.',
    );
  });
});
