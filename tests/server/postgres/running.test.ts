import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts';
import { listenLocally } from '../../support/local-port.ts';
import { afterwards, place } from '../temporary.ts';
import { query } from './rows.ts';

/** A message of PostgreSQL: letter, length, and fields that end with a zero byte. */
function fatal(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

describe.concurrent('a running embedded database', () => {
  const where = place();
  let running: OpenDatabase;
  beforeAll(async () => {
    running = await openDatabase(where, { durable: false });
    afterwards(running.stop);
  });

  it('rejects a second start and names the process that runs; the first continues', async () => {
    await expect(openDatabase(where, { durable: false })).rejects.toThrow(
      `in use by another running server (process ${process.pid})`,
    );
    expect(await query(running.owner, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('allows another program to attach without stopping it', async () => {
    const attached = await openDatabase(where, { attach: true, durable: false });
    await query(attached.owner, 'create table made_by_attached ()');
    await attached.stop();
    expect(await query(running.owner, 'select * from made_by_attached')).toEqual([]);
  });

  it('rejects connections without its password', async () => {
    const client = new pg.Client({ ...running.owner, password: 'guess' });
    await expect(client.connect()).rejects.toThrow(/password authentication failed/);
  });

  it.runIf(process.getuid?.() === 0)('runs as a user of its own though root started it', async () => {
    const [row] = await query(running.owner, "select pg_read_file('/proc/self/status') as status");
    expect(row).toHaveProperty('status', expect.stringMatching(/^Uid:\s55432\s55432\s/m));
  });

  it('does not log user data', async () => {
    await query(running.owner, 'create table person (email text primary key)');
    const twice = query(
      running.owner,
      "insert into person values ('mona@example.com'), ('mona@example.com')",
    );
    await expect(twice).rejects.toThrow(/duplicate key/);
    const log = readFileSync(path.join(where.dataDir, 'database', 'postgres.log'), 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('mona');
  });

  it('can be used through its connection string', async () => {
    const { user, password, host } = running.owner;
    const databaseUrl = `postgres://${user}:${password}@localhost/postgres?host=${host}`;
    const { owner, embedded } = await openDatabase({ dataDir: '', databaseUrl });
    expect(embedded).toBe(false);
    expect(await query(owner, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is waited for while it recovers from a crash, with one line that says so', async () => {
    const { user, password, host } = running.owner;
    let asked = 0;
    const postgres = createServer((socket) => {
      asked += 1;
      socket.on('error', () => undefined);
      if (asked <= 2) {
        socket.once('data', () => socket.end(fatal('57P03', 'the database system is in recovery mode')));
        return;
      }
      const real = connect(`${host}/.s.PGSQL.5432`).on('error', () => undefined);
      socket.pipe(real).pipe(socket);
    });
    const port = await listenLocally(postgres);
    const lines: string[] = [];
    const databaseUrl = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
    await openDatabase({ dataDir: '', databaseUrl }, { report: (line) => lines.push(line) });
    expect(lines).toEqual([
      'Waiting for the database of DATABASE_URL (the database system is in recovery mode).',
    ]);
    postgres.close();
  });
});

describe('the database of DATABASE_URL', () => {
  it.each([
    ['nothing listens', 'postgres://someone:sesame@127.0.0.1:1/branch'],
    ['the address makes no sense', 'postgres://someone:sesame@[/branch'],
  ])('is rejected without printing its password when %s', async (_why, databaseUrl) => {
    const refusal = await openDatabase({ dataDir: '', databaseUrl }).catch((error: unknown) => String(error));
    expect(refusal).toContain('The database of DATABASE_URL cannot be reached');
    expect(refusal).not.toContain('sesame');
  });
});
