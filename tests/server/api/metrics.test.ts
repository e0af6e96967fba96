import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { BackupService } from '#server/backups/backup-service.ts';
import { newCopyKey, openCopies } from '#server/backups/copies/copies.ts';
import { makeBackup } from '#server/backups/make-backup.ts';
import { RestoreGate } from '#server/backups/restore-gate.ts';
import { readConfig } from '#server/platform/config.ts';
import { Counter, Histogram, writeExposition } from '#server/platform/exposition.ts';
import { loggingOptions } from '#server/platform/logging.ts';
import { packageRoot } from '#server/platform/package-root.ts';
import { accessToken, testSecret } from '../../support/access-token.ts';
import { openEvents } from '../../support/event-client.ts';
import { temporaryFolder } from '../temporary.ts';
import { students } from './bodies.ts';
import { withServer } from './with-server.ts';

const token = 'a token of the tests';
const server = withServer();
let app: FastifyInstance;
let origin: string;
let access: string;
let user: { branchId: bigint; userId: bigint };
let logged = '';

const stream = new Writable({
  write(chunk, _encoding, done) {
    logged += chunk;
    done();
  },
});

beforeAll(async () => {
  const config = readConfig({ METRICS_TOKEN: token.replaceAll(' ', '-'), DATA_DIR: temporaryFolder() });
  const place = {
    owner: server.settings,
    dataFolder: undefined,
    folder: path.join(temporaryFolder(), 'backups'),
    keep: 1,
    now: () => new Date(),
    copies: await openCopies({
      key: await newCopyKey(),
      place: {
        kind: 'command',
        command: `cd ${temporaryFolder()}; [ $COPY_TASK = send ] && cat >copy || cat copy`,
      },
    }),
  };
  const { branchId, userId } = await server.newClient();
  user = { branchId, userId };
  await makeBackup(place, 'daily');
  const backups = new BackupService({ place, gate: new RestoreGate(), report: () => undefined });
  await backups.copyNewest();
  app = await buildApp({
    db: server.db,
    config,
    tokenSecret: testSecret,
    logging: loggingOptions('info', stream),
    backups,
  });
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  origin = await app.listen({ port: 0 });
  access = await accessToken(server.queryAsOwner, { branchId, userId });
});
afterAll(() => app?.close());

const scrape = (bearer = token.replaceAll(' ', '-')) =>
  fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${bearer}` } });

const samplesIn = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [, sample = '', value] = /^(\w+(?:\{.+\})?) (\S+)$/.exec(line) ?? [];
    return value === undefined ? [] : [{ sample, value: Number(value) }];
  });

async function sampleOf(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const named = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return samplesIn(await (await scrape()).text()).find(
    ({ sample }) => sample.split('{')[0] === name && named.every((pair) => sample.includes(pair)),
  )?.value;
}

const send = (method: string, to: string, key?: string, body?: object) =>
  fetch(`${origin}/api${to}`, {
    method,
    headers: {
      authorization: `Bearer ${access}`,
      ...(key && { 'idempotency-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

describe('metrics', () => {
  it('need the token, and are unknown without the setting', async () => {
    expect((await scrape()).status).toBe(200);
    expect((await scrape('another-token-entirely')).status).toBe(401);
    expect((await fetch(`${origin}/metrics`)).status).toBe(401);
    expect(
      (await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } }))
        .statusCode,
    ).toBe(404);
  });

  it('count requests by route and status, without ids and names, and their latency', async () => {
    await send('GET', `${students}?search=Mona`);
    await send('GET', `${students}123456/`);
    await fetch(`${origin}/wp-login.php`);
    const text = await (await scrape()).text();
    expect(text).not.toMatch(/Mona|123456|wp-login/);
    const route = `/api${students}`;
    const of = { method: 'GET', route };
    expect(await sampleOf('branch_desk_http_requests_total', { ...of, status: '200' })).toBe(1);
    expect(await sampleOf('branch_desk_http_requests_total', { route: `${route}:id/`, status: '404' })).toBe(
      1,
    );
    expect(await sampleOf('branch_desk_http_request_duration_seconds_count', of)).toBe(1);
    expect(await sampleOf('branch_desk_http_request_duration_seconds_sum', of)).toBeGreaterThan(0);
  });

  it('count errors from the start: an alert on an increase needs a sample before the first', async () => {
    const failed = (status: string) => sampleOf('branch_desk_failed_requests_total', { status });
    expect([await failed('500'), await failed('503')]).toEqual([0, 0]);
    await fetch(`${origin}/broken`);
    expect([await failed('500'), await failed('503')]).toEqual([1, 0]);
  });

  it('tell the first write of a key from its repeats and refusals', async () => {
    const key = randomUUID();
    for (const name of ['Mona Adel', 'Mona Adel', 'Mona Adel', 'Somebody else']) {
      await send('POST', students, key, { name });
    }
    await send('POST', students, undefined, { name: 'Without a key' });
    const counted = (answer: string) => sampleOf('branch_desk_keyed_writes_total', { answer });
    expect([await counted('first'), await counted('replayed'), await counted('refused')]).toEqual([1, 2, 1]);
  });

  it('show the pool, open streams and the newest backup', async () => {
    const stream = await openEvents(origin, access);
    expect(await sampleOf('branch_desk_event_streams')).toBe(1);
    stream.close();
    const route = '/api/branch/events/';
    expect(await sampleOf('branch_desk_http_request_duration_seconds_count', { route })).toBeUndefined();
    expect(await sampleOf('branch_desk_pool_connections', { state: 'waiting' })).toBe(0);
    expect(await sampleOf('branch_desk_pool_connections', { state: 'idle' })).toBeGreaterThan(0);
    expect(await sampleOf('branch_desk_password_hashes', { state: 'running' })).toBe(0);
    expect(await sampleOf('branch_desk_password_hashes', { state: 'waiting' })).toBe(0);
    expect(await sampleOf('branch_desk_backup_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(await sampleOf('branch_desk_backup_proven')).toBe(1);
    expect(await sampleOf('branch_desk_backup_warning')).toBe(0);
    expect(await sampleOf('branch_desk_backup_copy_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(await sampleOf('branch_desk_backup_copy_warning')).toBe(0);
    expect(await sampleOf('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(await sampleOf('nodejs_heap_size_used_bytes')).toBeGreaterThan(1e6);
  });

  it('show the version, the disks, the times of the database and whether changes are heard', async () => {
    expect(await sampleOf('branch_desk_build_info', { version: '0.1.0' })).toBe(1);
    for (const folder of ['data', 'backups']) {
      const free = await sampleOf('branch_desk_disk_free_bytes', { folder });
      expect(free).toBeGreaterThan(0);
      expect(await sampleOf('branch_desk_disk_size_bytes', { folder })).toBeGreaterThanOrEqual(free ?? 0);
    }
    for (const name of ['branch_desk_database_wait_seconds', 'branch_desk_database_query_seconds'])
      expect(await sampleOf(`${name}_count`, { pool: 'requests' })).toBeGreaterThan(0);
    await expect.poll(() => sampleOf('branch_desk_reads_changes')).toBe(1);
    await expect
      .poll(() => sampleOf('branch_desk_oldest_device_entry_age_seconds'))
      .toBeGreaterThanOrEqual(0);
  });

  it.each(['alerts.yml', 'dashboard.json'])('deploy/monitoring/%s asks for no other', async (name) => {
    const file = readFileSync(path.join(packageRoot, 'deploy/monitoring', name), 'utf8');
    const asked = file.match(/\b(?:branch_desk|process|nodejs)_\w+/g) ?? [];
    const printed = await (await scrape()).text();
    const known = new Set([...printed.matchAll(/^# TYPE (\w+)/gm)].map(([, one]) => one));
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((one) => !known.has(one.replace(/_(bucket|sum|count)$/, '')))).toEqual([]);
  });
});

describe('the log', () => {
  it('names branch and user of a request by their ids, and its path', async () => {
    await send('GET', `${students}?search=Mona`);
    await fetch(`${origin}/api${students}?search=Mona`);
    const completed = logged.split('\n').filter((line) => line.includes('"request completed"'));
    const [signedIn, stranger] = completed.slice(-2).map((line) => JSON.parse(line));
    const path = `/api${students}`;
    expect(signedIn).toMatchObject({
      branch: String(user.branchId),
      user: String(user.userId),
      res: { method: 'GET', path, statusCode: 200 },
    });
    expect(stranger).toMatchObject({ res: { path, statusCode: 401 } });
    expect(stranger).not.toHaveProperty('user');
    expect(logged).not.toContain('Mona');
  });
});

describe('the text format', () => {
  it('begins a counter at 0 where its labels are known', () => {
    const counter = new Counter('odd_total', 'Odd.', [{ odd: 'a' }, { odd: 'b' }]);
    counter.add({ odd: 'b' });
    counter.add({ odd: 'c' });
    const lines = writeExposition([counter.family()]).split('\n').slice(2, -1);
    expect(lines).toEqual(['odd_total{odd="a"} 0', 'odd_total{odd="b"} 1', 'odd_total{odd="c"} 1']);
  });

  it('survives every character in a label', () => {
    const histogram = new Histogram('odd_seconds', 'Line\nbreak \\', [0.1, 1]);
    for (const value of [0.1, 0.5, 7])
      histogram.observe({ odd: 'quote " backslash \\ line\nbreak منى }' }, value);
    const odd = String.raw`odd="quote \" backslash \\ line\nbreak منى }"`;
    expect(writeExposition([histogram.family()]).split('\n')).toEqual([
      String.raw`# HELP odd_seconds Line\nbreak \\`,
      '# TYPE odd_seconds histogram',
      `odd_seconds_bucket{${odd},le="0.1"} 1`,
      `odd_seconds_bucket{${odd},le="1"} 2`,
      `odd_seconds_bucket{${odd},le="+Inf"} 3`,
      `odd_seconds_sum{${odd}} 7.6`,
      `odd_seconds_count{${odd}} 3`,
      '',
    ]);
  });

  it('has no metric and no sample twice, and numbers alone', async () => {
    const text = await (await scrape()).text();
    const typed = text.match(/^# TYPE \w+/gm) ?? [];
    const samples = samplesIn(text);
    expect(text.match(/^[^#\n]/gm)).toHaveLength(samples.length);
    expect(samples.filter(({ value }) => Number.isNaN(value))).toEqual([]);
    for (const names of [typed, samples.map(({ sample }) => sample)])
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
