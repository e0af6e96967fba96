import { sql } from 'kysely';
import { describe, expect, inject, it, vi } from 'vitest';
import { makeBackup } from '#server/backups/make-backup.ts';
import { connect } from '#server/db/connect.ts';
import { withClient } from '#server/db/connections.ts';
import { withFreeLock } from '#server/db/locks.ts';
import { migrate, SERVER_ROLE } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openEvents } from '../support/event-client.ts';
import { hasPgbouncer, type Pooled, withPgbouncer } from '../support/pgbouncer.ts';
import { bareDatabase, testDatabase } from '../support/test-database.ts';
import { students } from './api/bodies.ts';
import { startTestServer } from './api/test-server.ts';
import { temporaryFolder } from './temporary.ts';

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

describe.skipIf(!hasPgbouncer || !behind)('behind PgBouncer (Debian: apt-get install pgbouncer)', () => {
  it.each([
    'session',
    'transaction',
  ] as const)('a server works in %s mode: migrations, lists with cursors, writes with keys, backups, changes that are told', async (mode) => {
    if (!behind) return;
    const { settings, drop } = await bareDatabase();
    const name = settings.database ?? new URL(settings.connectionString ?? '').pathname.slice(1);
    await withPgbouncer(behind, mode, async (pooler) => {
      const databaseUrl = `${pooler}/${name}`;
      const { owner } = await openDatabase({ dataDir: '', databaseUrl });
      expect(owner).toMatchObject({ connectionString: databaseUrl, sharesSessions: true });
      await Promise.all([migrate(owner), migrate(owner)]);
      const server = await startTestServer({ database: { settings: owner, drop: async () => undefined } });
      const client = await server.newClient();
      const events = await openEvents(await server.origin(), await server.tokenOf(client));
      await events.until(() => true);
      const key = { 'idempotency-key': crypto.randomUUID() };
      const answers = [1, 2].map(() => client.send('POST', students, { name: 'Mona' }, key));
      for (const { status } of await Promise.all(answers)) expect([201, 409]).toContain(status);
      const [mona] = await client.listAll(students);
      expect(mona).toMatchObject({ name: 'Mona', created_at: expect.stringMatching(/Z$/) });
      await events.until(({ event }) => event === 'changed');
      const folder = temporaryFolder();
      const place = { owner, dataFolder: undefined, folder, keep: 1, now: () => new Date() };
      const [first, second] = await Promise.all(
        [1, 2].map(() => withFreeLock(owner, 'backup', () => makeBackup(place, 'manual'))),
      );
      expect([first ?? second, first && second]).toMatchObject([{ proof: { state: 'proven' } }, undefined]);

      const states = await Promise.all(
        Array.from({ length: 20 }, () =>
          withClient({ connectionString: databaseUrl }, async (neighbour) => {
            const { rows } = await neighbour.query(
              "select current_setting('role') as role, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock, current_setting('jit') as jit",
            );
            return rows[0];
          }),
        ),
      );
      expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(1);
      // A reading of the versions holds one for a moment; what a pooler kept would stay. Other files use the same PostgreSQL.
      await vi.waitFor(async () =>
        expect(
          await server.queryAsOwner(`select from pg_locks where locktype = 'advisory'
            and database = (select oid from pg_database where datname = current_database())`),
        ).toEqual([]),
      );
      expect(states[0]).toMatchObject({ role: 'none', statement: '0', lock: '0' });
      events.close();
      await server.close();
    });
    await drop();
  });

  it('each transaction has the role and the limits of the server, and so has a statement alone', async () => {
    if (!behind) return;
    const { settings, drop } = await testDatabase();
    const name = settings.database ?? new URL(settings.connectionString ?? '').pathname.slice(1);
    await withPgbouncer(behind, 'transaction', async (pooler) => {
      const { owner } = await openDatabase({ dataDir: '', databaseUrl: `${pooler}/${name}` });
      const db = connect(owner);
      const limits = sql<object>`select current_user as user, current_setting('TimeZone') as zone,
        current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
      const expected = [{ user: SERVER_ROLE, zone: 'UTC', statement: '20s', lock: '3s' }];
      const inOne = () => db.transaction().execute((transaction) => limits.execute(transaction));
      for (const ask of [() => limits.execute(db), inOne, inOne, () => limits.execute(db)])
        expect((await ask()).rows).toEqual(expected);
      await expect(sql`select 1 / ${0}::int`.execute(db)).rejects.toThrow('division by zero');
      expect((await limits.execute(db)).rows).toEqual(expected);
      await db.destroy();
    });
    await drop();
  });
});
