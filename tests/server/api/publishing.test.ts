import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '#contract/http.ts';
import { committedChangesOf } from '#server/store/connect.ts';
import { accessToken } from '../../support/access-token.ts';
import { openEvents } from '../../support/event-client.ts';
import { students } from './bodies.ts';
import { startSecondApp } from './second-app.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

let client: ApiClient;
const server = withServer((own) => {
  client = own;
});

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

/** Runs statements in one transaction whose writer says that it publishes them, and does not. */
async function writeUnpublished(statements: string): Promise<void> {
  await server.queryAsOwner(`do $$ begin
    perform set_config('branch_desk.publisher', 'server', true);
    ${statements};
  end $$`);
}

describe('a committed write', () => {
  let listener: Awaited<ReturnType<typeof listen>>;
  let told: string[];
  let unsubscribe: (() => void) | undefined;
  beforeEach(async () => {
    listener = await listen();
    told = [];
    unsubscribe = committedChangesOf(server.db)?.subscribe((changes) => told.push(...changes));
  });
  afterEach(async () => {
    unsubscribe?.();
    await listener.end();
  });

  it('is published once, by the server, with its shard, count, resource and key', async () => {
    const key = randomUUID();
    await client.send('POST', students, { name: 'Mona' }, { 'idempotency-key': key });
    await vi.waitFor(() => expect(listener.heard).toHaveLength(1));
    const [{ shard, changes } = {}] = await server.queryAsOwner(
      'select shard, changes from branch_change where branch_id = $1',
      [client.branchId],
    );
    expect(listener.heard).toEqual([`${client.branchId} ${shard} ${changes} student ${key.slice(0, 8)}`]);
    expect(told).toEqual(listener.heard);
  });

  it('is published by the database where its writer does not say that it does', async () => {
    await server.queryAsOwner(insertEntries(2));
    await vi.waitFor(() => expect(listener.heard).toHaveLength(2));
    expect(listener.heard[0]).toMatch(/^\d+ \d+ \d+ bus$/);
    expect(told).toEqual([]);
  });

  it('of the server is not published inside its transaction, which would hold up the commits of others', async () => {
    await writeUnpublished(insertEntries(3));
    await client.create(students, { name: 'Mona' });
    await vi.waitFor(() => expect(listener.heard.join()).toContain('student'));
    expect(listener.heard.join()).not.toContain('bus');
  });

  it('that is rolled back, wholly or to a savepoint, is not published', async () => {
    const insert = (id: number) => insertEntries(1, `record-${id}`);
    const run = (statements: readonly string[]) =>
      server.db.transaction().execute(async (transaction) => {
        for (const statement of statements) await sql.raw(statement).execute(transaction);
      });
    await expect(run([insert(1), 'select 1 / 0'])).rejects.toThrow('division by zero');
    await run([insert(2), 'savepoint here', insert(3), 'rollback to savepoint here', insert(4)]);
    await run(['select 1']);
    await run([insert(5)]);
    const resources = () => listener.heard.map((change) => change.split(' ')[3]);
    await vi.waitFor(() => expect(resources()).toEqual(['record-2', 'record-4', 'record-5']));
    expect(told).toEqual(listener.heard);
  });
});

describe('streams of changes', () => {
  it('tell a transaction of very many writes as a change of everything', async () => {
    const app = await openApp();
    const stream = await app.open();
    await server.db.transaction().execute(async (transaction) => {
      await sql.raw(insertEntries(500)).execute(transaction);
    });
    const { version } = (await client.get(paths.changes)).body;
    expect(await stream.until((event) => event.version === version)).toMatchObject({ event: 'everything' });
    await app.close();
  });

  it('tell that anything may have changed after a write whose server ended before it was published', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const app = await openApp();
    try {
      const stream = await app.open();
      await writeUnpublished(insertEntries(1));
      const { version } = (await client.get(paths.changes)).body;
      await expect
        .poll(
          () => {
            vi.advanceTimersByTime(10_000);
            return stream.events.at(-1);
          },
          { timeout: 20_000 },
        )
        .toMatchObject({ event: 'everything', version });
    } finally {
      vi.useRealTimers();
      await app.close();
    }
  });
});

/** Starts another server on the same database, whose streams have missed nothing. */
async function openApp() {
  const { app, origin } = await startSecondApp(server);
  const { version } = (await client.get(paths.changes)).body;
  const streams: { close: () => void }[] = [];
  return {
    /** Opens a stream that has missed nothing. */
    open: async () => {
      const token = await accessToken(server.queryAsOwner, client, { seconds: 300 });
      const stream = await openEvents(origin, token, `?since=${version}`);
      streams.push(stream);
      expect(await stream.until(() => true)).toEqual({ event: 'unchanged', version });
      return stream;
    },
    close: async () => {
      for (const stream of streams) stream.close();
      await app.close();
    },
  };
}
