import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { captivePortal, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { listenLocally } from './local-port.ts';

/** Starts a server that echoes and counts requests. */
const heard: string[] = [];
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  heard.push(`${request.method} ${request.url} ${body}`);
  response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ body }));
});
let proxy: FaultProxy;
let target: string;

beforeAll(async () => {
  target = `http://127.0.0.1:${await listenLocally(server)}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(async () => {
  heard.length = 0;
  proxy = await startFaultProxy(target);
});
afterEach(() => proxy.close());

const pay = (path = '/api/pay/?now') =>
  fetch(`${proxy.origin}${path}`, { method: 'POST', body: 'five', headers: { 'idempotency-key': 'k1' } });

it('a request and its answer pass as they are, and are logged', async () => {
  const answer = await pay();
  expect([answer.status, await answer.json()]).toEqual([201, { body: 'five' }]);
  expect(heard).toEqual(['POST /api/pay/?now five']);
  const sent = { method: 'POST', path: '/api/pay/', query: '?now', key: 'k1', body: 'five' };
  expect(proxy.passages).toEqual([{ ...sent, fault: 'pass', status: 201 }]);
});

it.each([
  ['drop', 0],
  ['swallow', 1],
  ['truncate', 1],
] as const)('%s leaves the request without an answer, and the server with %i of it', async (kind, times) => {
  proxy.next({ method: 'POST' }, { kind });
  await expect(pay().then((answer) => answer.text())).rejects.toThrow();
  expect([heard.length, proxy.remainingFaults()]).toEqual([times, 0]);
  expect((await pay()).status).toBe(201);
});

it('delivers the same request twice', async () => {
  proxy.next({}, { kind: 'duplicate' });
  expect((await pay()).status).toBe(201);
  expect(heard).toHaveLength(2);
});

it('answers in place of the server until it is lifted', async () => {
  const lift = proxy.always({ path: /pay/ }, captivePortal);
  const answer = await pay();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html']);
  lift();
  proxy.next({}, { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body: '{}' });
  expect((await pay()).headers.get('retry-after')).toBe('1');
});

it('faults meet only matching requests, and never the files of the app', async () => {
  proxy.always({ method: 'GET' }, { kind: 'drop' });
  expect([(await pay()).status, (await pay('/index.html')).status]).toEqual([201, 201]);
  await expect(fetch(`${proxy.origin}/api/pay/`)).rejects.toThrow();
  expect(proxy.passages).toHaveLength(2);
});
