import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { captivePortal, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { freePort } from './running-server.ts';

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
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  target = `http://127.0.0.1:${port}`;
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

describe('the proxy', () => {
  it('forwards complete requests and answers and logs them', async () => {
    const answer = await pay();
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ body: 'five' });
    expect(heard).toEqual(['POST /api/pay/?now five']);
    expect(proxy.passages).toEqual([
      {
        method: 'POST',
        path: '/api/pay/',
        query: '?now',
        key: 'k1',
        body: 'five',
        fault: 'pass',
        status: 201,
      },
    ]);
  });

  it('drops a request before the server receives it', async () => {
    proxy.next({ method: 'POST' }, { kind: 'drop' });
    await expect(pay()).rejects.toThrow();
    expect(heard).toEqual([]);
    expect((await pay()).status).toBe(201);
  });

  it('swallows the answer after the server has handled the request', async () => {
    proxy.next({}, { kind: 'swallow' }, { kind: 'swallow' });
    await expect(pay()).rejects.toThrow();
    expect(proxy.remainingFaults()).toBe(1);
    await expect(pay()).rejects.toThrow();
    expect(heard).toHaveLength(2);
    expect(proxy.passages.map(({ status }) => status)).toEqual([201, 201]);
  });

  it('truncates an answer', async () => {
    proxy.next({}, { kind: 'truncate' });
    await expect(pay().then((answer) => answer.text())).rejects.toThrow();
    expect(heard).toHaveLength(1);
  });

  it('delivers the same request twice', async () => {
    proxy.next({}, { kind: 'duplicate' });
    expect((await pay()).status).toBe(201);
    expect(heard).toHaveLength(2);
  });

  it('answers in place of the server', async () => {
    const lift = proxy.always({ path: /pay/ }, captivePortal);
    const answer = await pay();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html']);
    lift();
    expect((await pay()).status).toBe(201);
    proxy.next({}, { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body: '{}' });
    expect((await pay()).headers.get('retry-after')).toBe('1');
  });

  it('applies faults only to matching requests, and never to the app files', async () => {
    proxy.always({}, { kind: 'drop' });
    expect((await pay('/index.html')).status).toBe(201);
    expect(proxy.passages).toEqual([]);
    const other = await startFaultProxy(target);
    other.always({ method: 'GET' }, { kind: 'drop' });
    expect((await fetch(`${other.origin}/api/pay/`, { method: 'POST' })).status).toBe(201);
    await other.close();
  });

  it('breaks the connection when the server is gone', async () => {
    const lonely = await startFaultProxy(`http://127.0.0.1:${await freePort()}`);
    await expect(fetch(`${lonely.origin}/api/pay/`)).rejects.toThrow();
    await lonely.close();
  });
});
