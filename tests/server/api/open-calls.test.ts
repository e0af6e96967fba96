import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';

import { paths } from '#contract/http.ts';
import { apiRoutes } from '../../support/api-routes.ts';
import { withServer } from './with-server.ts';

// What anybody on the network can send: it must cost the server little, and must not wait in front of others.

const server = withServer();
const opened = apiRoutes.filter(({ open, method }) => open && method !== 'GET');
const DOCUMENT = `/api${paths.openapi}`;

const sendFrom = (remoteAddress: string, path: string, payload: string | Readable) =>
  server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    remoteAddress,
    headers: { 'content-type': 'application/json' },
    payload,
  });

const large = '['.repeat(32 * 1024);

it.each(opened)('$path takes no large body, with or without its length', async ({ path }) => {
  for (const payload of [large, Readable.from([large.slice(0, 20_000), large.slice(20_000)])]) {
    const answer = await sendFrom('192.0.2.1', path, payload);
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toEqual({ detail: 'This is too large to be saved.' });
  }
});

it.each([
  ['with its length', (size: number) => [`content-length: ${size}`, '', '']],
  [
    'in chunks',
    (size: number) => ['transfer-encoding: chunked', `${size.toString(16)}\r\n`, '\r\n0\r\n\r\n'],
  ],
])('a body of many megabytes %s is read to its end, so that its refusal arrives', async (_how, written) => {
  const body = Buffer.alloc(8_000_000, ' ');
  const [framing, before = '', after = ''] = written(body.length);
  const { hostname, port } = new URL(await server.origin());
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api${paths.login} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${framing}\r\n\r\n${before}`,
  );
  socket.write(body);
  socket.write(`${after}GET /api${paths.live} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  const responses = (await socket.setEncoding('utf8').toArray()).join('');
  expect(responses.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

it('a body for an address that does not exist is not read', async () => {
  for (const path of ['/nothing/', '/openapi.json', '/../nothing']) {
    expect((await sendFrom('192.0.2.2', path, '{"half":')).statusCode, path).toBe(404);
  }
});

it('bodies that say no email count together, and those of another machine are counted apart', async () => {
  const statuses = [];
  for (let at = 0; at < 21; at++) {
    statuses.push((await sendFrom('192.0.2.3', paths.login, `{"n":${at}}`)).statusCode);
  }
  expect(statuses).toEqual([...Array<number>(20).fill(400), 429]);
  expect((await sendFrom('192.0.2.4', paths.login, '{}')).statusCode).toBe(400);
});

it.each([
  ['an address', () => '192.0.2.9', '192.0.2.10'],
  ['an IPv6 network', (at: number) => `2001:db8:1:2::${at.toString(16)}`, '2001:db8:1:3::1'],
])('broken bodies count: after 300 in a minute from %s none is read any more', async (_what, from, other) => {
  for (let at = 0; at < 300; at++) {
    expect((await sendFrom(from(at), paths.login, '{')).statusCode).toBe(400);
  }
  const answer = await sendFrom(from(300), paths.passwordReset, '{');
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect((await sendFrom(other, paths.login, '{')).statusCode).toBe(400);
});

it('the description of the API is written and compressed once, whatever languages are asked for', async () => {
  const ask = (headers: Record<string, string>) => server.app.inject({ url: DOCUMENT, headers });
  const first = await ask({});
  const written = vi.spyOn(JSON, 'stringify');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => ask(at % 2 === 0 ? {} : { 'accept-language': 'ar' })),
  );
  expect(
    written.mock.calls.filter(([value]) => typeof value === 'object' && value && 'openapi' in value),
  ).toEqual([]);
  written.mockRestore();
  for (const { body, headers } of answers) {
    expect(body).toBe(first.body);
    expect(headers.etag).toBe(first.headers.etag);
  }
});

it.each([
  ['br', 'br, gzip', brotliDecompressSync],
  ['gzip', 'gzip;q=0.5, br;q=0', gunzipSync],
])('the description of the API is sent as %s to who accepts %s', async (encoding, accepted, decompress) => {
  const plain = await server.app.inject({ url: DOCUMENT });
  expect(plain.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(plain.rawPayload.length),
  });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const small = await server.app.inject({ url: DOCUMENT, headers: { 'accept-encoding': accepted } });
  expect(small.headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': String(small.rawPayload.length),
    vary: expect.stringContaining('accept-encoding'),
  });
  expect(decompress(small.rawPayload).toString()).toBe(plain.body);
  const known = await server.app.inject({
    url: DOCUMENT,
    headers: { 'accept-encoding': accepted, 'if-none-match': String(small.headers.etag) },
  });
  expect(known).toMatchObject({ statusCode: 304, body: '' });
});
