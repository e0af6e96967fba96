import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../support/running-server.ts';
import { addressOf, testDatabase } from '../support/test-database.ts';
import { run } from './programs.ts';
import { afterwards, temporaryFolder } from './temporary.ts';

/** A database that exists: creating one takes most of a start. */
let settings: { DATABASE_URL: string; DATA_DIR: string };
beforeAll(async () => {
  const database = await testDatabase();
  afterwards(database.drop);
  settings = { DATABASE_URL: addressOf(database.settings), DATA_DIR: temporaryFolder() };
});

it('a start with too few open files ends with one sentence', async () => {
  const { ended } = run('main', { DATA_DIR: path.join(temporaryFolder(), 'data') }, { openFiles: 64 });
  const { code, output, errors } = await ended;
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toBe(
    'The server may open only 64 files, and needs at least 512: raise the limit with "ulimit -n 4096" before it starts, or LimitNOFILE=4096 in its systemd unit.\n',
  );
});

it('a log whose disk is full holds up no request and does not end the server', async () => {
  const port = await freePort();
  const env = { ...settings, PORT: String(port), LOG_LEVEL: 'trace' };
  const server = run('main', env, { outputTo: '/dev/full' });
  const health = () => fetch(`http://127.0.0.1:${port}/api/health`).then(({ status }) => status);
  while ((await health().catch(() => 0)) !== 200) {
    expect(server.child.exitCode, (await Promise.race([server.ended, undefined]))?.errors).toBeNull();
    await sleep(20);
  }
  for (let asked = 0; asked < 300; asked += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/students/`);
    expect(answer.status).toBe(401);
  }
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});

it('connections beyond the limit of open files are refused, and the server recovers by itself', async () => {
  const server = run('main', settings, { openFiles: 600 });
  const address = await server.address();
  const { hostname, port } = new URL(address);
  const sockets: Socket[] = [];
  for (let count = 0; count < 800; count += 1) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    sockets.push(socket.resume());
  }
  await vi.waitFor(() => expect(sockets.some(({ closed }) => closed)).toBe(true), { timeout: 60_000 });
  for (const socket of sockets) socket.destroy();
  const status = () => fetch(`${address}/api/health`).then((answer) => answer.status);
  let answered = 0;
  while (answered !== 200) answered = await status().catch(() => 0);
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});
