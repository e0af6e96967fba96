import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { type OpenOptions, openDatabase } from '#server/db/open-database.ts';
import { afterwards, place } from '../temporary.ts';
import { query } from './rows.ts';

async function open(where: ReturnType<typeof place>, options: OpenOptions = { durable: false }) {
  const database = await openDatabase(where, options);
  afterwards(database.stop);
  return database;
}

function postmasterFile({ dataDir }: ReturnType<typeof place>): string {
  return path.join(dataDir, 'database', 'pg', 'postmaster.pid');
}

describe.concurrent('the embedded database', () => {
  it('keeps written data over restarts, with all durability settings on', async () => {
    const where = place();
    const first = await open(where, {});
    await query(first.owner, 'create table kept as select 7 as number');
    await first.stop();
    await expect(query(first.owner, 'select 1')).rejects.toThrow();

    const second = await open(where, {});
    expect(await query(second.owner, 'select number from kept')).toEqual([{ number: 7 }]);
    const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', data_checksums: 'on' };
    const expected = { ...durable, listen_addresses: '', TimeZone: 'UTC' };
    const shown = Object.keys(expected).map((name) => `current_setting('${name}') as "${name}"`);
    expect(await query(second.owner, `select ${shown.join(', ')}`)).toEqual([expected]);
  });

  it('allows exactly one of two simultaneous first starts', async () => {
    const where = place();
    const starts = await Promise.allSettled([open(where), open(where)]);
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(String(starts.find((start) => start.status === 'rejected')?.reason)).toContain('in use');
  });

  it('is started when a program attaches to none, and a stale process id does not prevent a start', async () => {
    const where = place();
    const attached = await open(where, { attach: true, durable: false });
    await query(attached.owner, 'create table kept as select 7 as number');
    await attached.stop();
    await expect(query(attached.owner, 'select 1')).rejects.toThrow();

    const file = postmasterFile(where);
    writeFileSync(file, `${process.pid}\n${path.dirname(file)}\n0\n5432\n\n\n\nready   \n`);
    const { owner } = await open(where);
    expect(await query(owner, 'select number from kept')).toEqual([{ number: 7 }]);
  });

  it('is created again after an interrupted creation, also with a path too long for a socket', async () => {
    const where = place(path.join('deep'.repeat(30), 'deeper'.repeat(20)));
    const half = path.join(where.dataDir, 'database', 'new');
    mkdirSync(half, { recursive: true });
    writeFileSync(path.join(half, 'PG_VERSION'), '18\n');
    const { owner } = await open(where);
    afterwards(() => rmSync(String(owner.host), { recursive: true, force: true }));
    expect(await query(owner, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('does not touch data of another version and reports it', async () => {
    const where = place();
    const version = path.join(where.dataDir, 'database', 'pg', 'PG_VERSION');
    mkdirSync(path.dirname(version), { recursive: true });
    writeFileSync(version, '17\n');
    await expect(openDatabase(where)).rejects.toThrow(/are of PostgreSQL 17, this version brings 18/);
    expect(readFileSync(version, 'utf8')).toBe('17\n');
  });

  it('restarts after a crash for the same connection pool', async () => {
    const where = place();
    const onCrash = vi.fn();
    const { owner } = await open(where, { onCrash });
    const pool = new pg.Pool(owner);
    pool.on('error', () => {});
    afterwards(() => pool.end());
    await pool.query('create table kept as select 7 as number');

    const underWay = expect(pool.query('select pg_sleep(60)')).rejects.toThrow(/terminat/);
    await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(1));
    process.kill(Number(readFileSync(postmasterFile(where), 'utf8').split('\n')[0]), 'SIGKILL');
    await vi.waitFor(() => expect(onCrash).toHaveBeenCalledWith('ended with SIGKILL'));
    await underWay;
    const kept = () => pool.query('select number from kept');
    await vi.waitFor(async () => expect((await kept()).rows).toEqual([{ number: 7 }]));
  });
});
