import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { listenLocally } from '../support/local-port.ts';
import { addressOf, testDatabase } from '../support/test-database.ts';
import { query } from './postgres/rows.ts';
import { run } from './programs.ts';
import { temporaryFolder } from './temporary.ts';

const known = { SETUP_EMAIL: 'head@alnour.eg', SETUP_PASSWORD: 'sesame-street', SETUP_BRANCH: 'Al Nour' };

async function signIn(address: string, email: string, password: string): Promise<number> {
  const answer = await fetch(`${address}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return answer.status;
}

const health = async (address: string) => (await fetch(`${address}/api/health`)).status;

/** Opens a request that stays in flight until the rest of its body is sent. */
async function stall(address: string) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const body = JSON.stringify({ email: known.SETUP_EMAIL, password: known.SETUP_PASSWORD });
  socket.write(
    `POST /api/auth/login/ HTTP/1.1\r\nHost: desk\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.slice(0, 5));
  // The server reads sockets in turn: it has this one's request when it answers another.
  await fetch(`${address}/api/health/live`);
  return {
    finish: () => {
      socket.write(body.slice(5));
      return text(socket);
    },
    drop: () => socket.destroy(),
  };
}

const prepared = temporaryFolder();
beforeAll(async () => {
  const server = run('main', { ...known, DATA_DIR: prepared });
  await server.address();
  server.child.kill('SIGTERM');
  await server.ended;
});
const copyOfPrepared = () => {
  const copy = temporaryFolder();
  cpSync(prepared, copy, { recursive: true });
  return copy;
};

describe.concurrent('a first start', () => {
  it('creates the first user, prints the password once, and it works also after SIGKILL', async () => {
    const env = { DATA_DIR: path.join(temporaryFolder(), 'data') };
    const first = run('main', env);
    const address = await first.address();
    await vi.waitFor(
      () =>
        expect(first.output()).toMatch(
          /ready: (\S+) \(version [\d.]+, its own database, data in .*\)\nSet up your branch: open \1 and enter the code (\w{4}-?){3}\n/,
        ),
      { timeout: 30_000 },
    );
    const password = /Password\s+(\S{12,})/.exec(first.output())?.[1] ?? '';
    expect(first.output()).toContain('admin@branch.local');
    expect(await health(address)).toBe(200);
    expect(await signIn(address, 'admin@branch.local', password)).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;

    const second = run('main', env);
    expect(await signIn(await second.address(), 'Admin@branch.local', password)).toBe(200);
    expect(second.output()).not.toMatch(/Password|enter the code/);
    second.child.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ code: 0, errors: '' });
  });

  it('refuses a first password that nobody could sign in with, and warns of a common one', async () => {
    const { settings, drop } = await testDatabase();
    const env = { ...known, DATABASE_URL: addressOf(settings), DATA_DIR: temporaryFolder() };
    const refused = await run('main', { ...env, SETUP_PASSWORD: 'abc' }).ended;
    expect([refused.code, refused.errors]).toEqual([
      1,
      expect.stringMatching(/^SETUP_PASSWORD cannot be used: .*\.\n$/),
    ]);
    const server = run('main', { ...env, SETUP_PASSWORD: 'Football1' });
    expect(await signIn(await server.address(), known.SETUP_EMAIL, 'Football1')).toBe(200);
    expect(server.output()).toMatch(/SETUP_PASSWORD is weak: .*common.*profile\./);
    server.child.kill('SIGTERM');
    await server.ended;
    await drop();
  });

  it('creates the first user from the environment, once among several servers, without printing the password', async () => {
    const { settings, drop } = await testDatabase();
    const env = { ...known, DATABASE_URL: addressOf(settings) };
    const servers = [
      run('main', { ...env, DATA_DIR: temporaryFolder() }),
      run('main', { ...env, DATA_DIR: temporaryFolder() }),
    ];
    for (const server of servers) {
      expect(await signIn(await server.address(), known.SETUP_EMAIL, known.SETUP_PASSWORD)).toBe(200);
    }
    expect(await query(settings, 'select name from branch')).toEqual([{ name: 'Al Nour' }]);
    const output = servers.map((server) => server.output()).join('');
    expect(output.match(/First sign-in/g)).toHaveLength(1);
    expect(output).not.toContain(known.SETUP_PASSWORD);
    for (const server of servers) server.child.kill('SIGKILL');
    await drop();
  });
});

describe.concurrent('a running server', () => {
  it.each([
    'SIGTERM',
    'SIGHUP',
  ] as const)('answers requests in flight before it exits at %s, and stops its database', async (signal) => {
    const env = { ...known, DATA_DIR: copyOfPrepared() };
    const server = run('main', env);
    const address = await server.address();
    const request = await stall(address);
    server.child.kill(signal);
    await vi.waitFor(() => expect(health(address)).rejects.toThrow(), { timeout: 60_000, interval: 10 });
    expect(await request.finish()).toContain('200 OK');
    expect(await server.ended).toMatchObject({ code: 0, errors: '' });
    const running = path.join(env.DATA_DIR, 'database', 'pg', 'postmaster.pid');
    expect(() => readFileSync(running)).toThrow(/ENOENT/);
  });

  it('treats two simultaneous signals as one, as npm sends them, and exits at once on a later second one', async () => {
    const server = run('main', { ...known, DATA_DIR: copyOfPrepared() });
    const request = await stall(await server.address());
    server.child.kill('SIGINT');
    await sleep(50);
    server.child.kill('SIGINT');
    await sleep(700);
    expect(server.child.exitCode).toBeNull();
    server.child.kill('SIGINT');
    expect(await server.ended).toMatchObject({ code: 130 });
    request.drop();
  });

  it('exits when npm or its shell is gone', async () => {
    const env = { ...known, DATA_DIR: copyOfPrepared(), npm_lifecycle_event: 'start' };
    const server = run('main', env, { shell: true });
    const address = await server.address();
    server.child.kill('SIGKILL');
    await vi.waitFor(() => expect(health(address)).rejects.toThrow());
    const next = run('main', env);
    expect(await health(await next.address())).toBe(200);
    next.child.kill('SIGTERM');
    await next.ended;
  });
});

describe.concurrent('a failing start', () => {
  it('reports a port in use and stops what it had started', async () => {
    const other = createServer();
    const port = await listenLocally(other);
    const env = { ...known, DATA_DIR: copyOfPrepared(), PORT: String(port) };
    const { code, errors } = await run('main', env).ended;
    other.close();
    expect([code, errors]).toEqual([
      1,
      `Port ${port} is taken by another program: stop that one, or choose another PORT.\n`,
    ]);
    expect(() => readFileSync(path.join(env.DATA_DIR, 'database', 'pg', 'postmaster.pid'))).toThrow(/ENOENT/);
  });

  it('leaves the data unchanged when a migration fails', async () => {
    const { settings, drop } = await testDatabase();
    await query(settings, 'truncate migration; create table note as select 7 as number');
    const { code, errors } = await run('main', {
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: addressOf(settings),
    }).ended;
    expect(code).toBe(1);
    expect(errors).toMatch(/^The database could not be brought up to this version; .* unchanged .*\n$/);
    expect(await query(settings, 'select number from note')).toEqual([{ number: 7 }]);
    await drop();
  });
});
