import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { request, requestIfChanged } from '#app/api/client.ts';
import { connection, reportUnreachable } from '#app/api/connection.ts';
import {
  activateSession,
  clearTokens,
  currentOwner,
  currentSession,
  keptSessions,
  ownerKey,
  storeTokens,
} from '#app/api/session.ts';
import { signIn } from '#app/cache/sign-in.ts';
import { DEVICE } from '#contract/http.ts';
import { FakeLocks } from '../outbox/fake-locks.ts';
import { FakeServer } from '../outbox/fake-server.ts';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  storeTokens(server.signIn('mona'));
});

afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

const branch = z.object({ name: z.string() });
const read = () => request({ method: 'GET', path: '/branch/details/', answer: branch });
const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not an ApiError: ${error}`);
  return error;
};

describe('request', () => {
  it('sends the query also in browsers whose URLSearchParams has no size (Safari 16)', async () => {
    const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size');
    Reflect.deleteProperty(URLSearchParams.prototype, 'size');
    await request({ method: 'GET', path: '/students/', query: { page: 2 }, answer: z.unknown() });
    if (size) Object.defineProperty(URLSearchParams.prototype, 'size', size);
    expect(server.seen.at(-1)?.path).toBe('/students/?page=2');
  });

  it('sends the token, the query and the idempotency key, and parses the response', async () => {
    const key = crypto.randomUUID();
    await request({
      method: 'POST',
      path: '/students/',
      body: { name: 'M' },
      idempotencyKey: key,
      answer: z.unknown(),
    });
    await request({
      method: 'GET',
      path: '/students/',
      query: { page: 2, search: '', all: undefined },
      answer: z.unknown(),
    });
    expect(server.seen).toMatchObject([
      { method: 'POST', key, body: '{"name":"M"}', token: currentSession()?.access },
      { method: 'GET', path: '/students/?page=2' },
    ]);
  });

  it('sends the device name with writes only, and always the same one', async () => {
    const sent: (string | null)[] = [];
    const recordDevice: typeof fetch = (url, init) => {
      sent.push(new Headers(init?.headers).get(DEVICE));
      return server.fetch(url, init);
    };
    vi.stubGlobal('fetch', recordDevice);
    const write = () =>
      request({ method: 'POST', path: '/students/', body: { name: 'M' }, answer: z.unknown() });
    await write();
    await write();
    await read();
    expect(sent).toEqual([expect.stringMatching(/^[\w .-]{1,64}$/), sent[0], null]);
  });

  it.each([
    ['no answer', 'drop-before' as const, { kind: 'transient', status: undefined }],
    ['a captive portal’s page', 'portal' as const, { kind: 'transient', status: 200 }],
    ['a captive portal’s 401', { status: 401 }, { kind: 'transient', status: 401 }],
    ['another shape', { status: 200, body: { hello: 'world' } }, { kind: 'transient', status: 200 }],
    ['a broken server', { status: 500, body: { detail: 'Oops' } }, { kind: 'transient', status: 500 }],
    [
      'a rejection',
      { status: 403, body: { detail: 'No.' } },
      { kind: 'rejected', detail: 'No.', message: 'No.' },
    ],
  ])('fails with a message for the user: %s', async (_, fault, expected) => {
    server.next(fault, () => true);
    const error = await failure(read());
    expect(error).toMatchObject(expected);
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });

  it('takes a list that breaks off for no answer, whether or not the break is noticed', async () => {
    const half = '{"count":2,"next":null,"previous":null,"results":[{"id":"1"}';
    const breaks = (end: (stream: ReadableStreamDefaultController) => void) =>
      new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode(half)),
        pull: (stream) => end(stream),
      });
    const headers = { 'Content-Type': 'application/json' };
    const whole = z.object({ count: z.number(), results: z.array(z.unknown()) });
    for (const end of [
      (stream: ReadableStreamDefaultController) => stream.error(new TypeError('terminated')),
      (stream: ReadableStreamDefaultController) => stream.close(),
    ]) {
      vi.stubGlobal('fetch', async () => new Response(breaks(end), { headers }));
      const list = request({ method: 'GET', path: '/students/', answer: whole });
      expect(await failure(list)).toMatchObject({ kind: 'transient' });
    }
  });

  it('sets the connection state by every response, including rejections', async () => {
    reportUnreachable();
    server.next({ status: 404, body: { detail: 'Not found.' } }, () => true);
    await failure(read());
    expect(connection()).toBe('online');
    server.next('portal', () => true);
    await failure(read());
    expect(connection()).toBe('offline');
  });

  it('is not sent in another user’s name', async () => {
    const answer = z.unknown();
    const other = ownerKey({ ownerId: 'basma', branchId: 'b1' });
    const error = await failure(request({ method: 'GET', path: '/students/', answer, expectOwner: other }));
    expect(error.kind).toBe('unauthenticated');
    expect(server.seen).toEqual([]);
  });

  it('can be aborted by its caller without affecting the connection state', async () => {
    const controller = new AbortController();
    server.next('hang', () => true);
    const reading = request({
      method: 'GET',
      path: '/branch/details/',
      answer: branch,
      signal: controller.signal,
    });
    controller.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reads conditionally with an ETag', async () => {
    const call = { method: 'GET', path: '/branch/details/', answer: branch } as const;
    server.next({ status: 200, body: { name: 'Main' }, headers: { ETag: '"1"' } }, () => true);
    expect(await requestIfChanged(call, undefined)).toEqual({ data: { name: 'Main' }, etag: '"1"' });
    server.next({ status: 304 }, () => true);
    expect(await requestIfChanged(call, '"1"')).toEqual({ data: undefined, etag: '"1"' });
  });
});

describe('an expired access token', () => {
  it('is refreshed once for all concurrent calls, which then succeed', async () => {
    server.expireTokens();
    await Promise.all([read(), read(), read()]);
    expect(server.refreshes).toBe(1);
  });

  it('26 two tabs refresh together: the second tab reuses the stored token without another refresh', async () => {
    Object.defineProperty(navigator, 'locks', { value: new FakeLocks(), configurable: true });
    server.expireTokens();
    const otherTab = server.signIn('mona');
    server.next({ status: 401, body: { detail: 'Expired.' } }, () => true);
    const reading = read();
    storeTokens(otherTab);
    await reading;
    expect(server.refreshes).toBe(0);
    expect(currentSession()?.access).toBe(otherTab.access);
  });

  it('26 two tabs refresh: a late response, after which the other tab’s newer token has expired too, signs nobody out', async () => {
    const otherTab = server.signIn('mona');
    server.expireTokens();
    server.next({ status: 401, body: { detail: 'Expired.' } }, () => {
      storeTokens(otherTab);
      return true;
    });
    await read();
    expect(server.refreshes).toBe(1);
    expect(currentSession()).toBeDefined();
  });

  it('26 two tabs refresh together: a rejected refresh is ignored when another tab has stored new tokens by then', async () => {
    server.expireTokens();
    const otherTab = server.signIn('mona');
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      if (!String(args[0]).includes('/auth/token/')) return server.fetch(...args);
      storeTokens(otherTab);
      return Response.json({ detail: 'Spent.' }, { status: 401 });
    });
    expect(await read()).toEqual({ name: 'Main' });
  });

  it.each([401, 400])('a refresh rejected with %i signs the user out', async (status) => {
    server.expireTokens();
    server.refreshFault = { status, body: { detail: 'Expired.' } };
    expect((await failure(read())).kind).toBe('unauthenticated');
    expect(currentOwner()).toBeUndefined();
  });

  it.each([
    'drop-before',
    'portal',
    { status: 503 },
    { status: 401 },
  ] as const)('a refresh without a response of the server (%j) signs nobody out', async (fault) => {
    server.expireTokens();
    server.next(fault, ({ path }) => path.startsWith('/auth/'));
    expect((await failure(read())).kind).toBe('transient');
    expect(currentOwner()?.ownerId).toBe('mona');
  });

  it('a switch to another branch during a refresh keeps the new token of the branch that was left', async () => {
    const [mona, other] = [
      currentSession(),
      { ...server.signIn('mona-there', 'b2'), owner: { ownerId: 'mona-there', branchId: 'b2' } },
    ];
    server.expireTokens();
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      if (String(args[0]).includes('/auth/token/')) activateSession(other);
      return server.fetch(...args);
    });
    expect((await failure(read())).kind).toBe('unauthenticated');
    expect(currentSession()).toEqual(other);
    const [kept] = keptSessions();
    expect(kept?.owner).toEqual(mona?.owner);
    expect(kept?.access).not.toBe(mona?.access);
    if (kept) activateSession(kept);
    expect(await read()).toEqual({ name: 'Main' });
    expect(keptSessions()).toEqual([other]);
  });

  it('a sign-out during a refresh is not undone', async () => {
    server.expireTokens();
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      if (String(args[0]).includes('/auth/token/')) localStorage.clear();
      return server.fetch(...args);
    });
    expect((await failure(read())).kind).toBe('unauthenticated');
    expect(currentOwner()).toBeUndefined();
  });

  it('a refreshed token that is rejected as well signs out instead of refreshing in a loop', async () => {
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      if (String(args[0]).includes('/auth/token/')) return server.fetch(...args);
      return Response.json({ detail: 'No.' }, { status: 401 });
    });
    expect((await failure(read())).kind).toBe('unauthenticated');
    expect(server.refreshes).toBe(1);
    expect(currentOwner()).toBeUndefined();
  });
});

describe('signIn', () => {
  const respondWith = (status: number, body: unknown) =>
    vi.stubGlobal('fetch', async () => Response.json(body, { status }));

  it('leaves nothing of the branches of an earlier sign-in', async () => {
    activateSession({
      ...server.signIn('mona-there', 'b2'),
      owner: { ownerId: 'mona-there', branchId: 'b2' },
    });
    expect(keptSessions()).toHaveLength(1);
    clearTokens();
    expect(keptSessions()).toEqual([]);
  });

  it('stores the tokens and their owner', async () => {
    localStorage.clear();
    respondWith(200, new FakeServer().signIn('basma', 'b7'));
    await signIn('b@example.org', 'secret');
    expect(currentOwner()).toEqual({ ownerId: 'basma', branchId: 'b7' });
  });

  it('reads the user from a server with opaque tokens', async () => {
    localStorage.clear();
    vi.stubGlobal('fetch', async (input: string) => {
      const body = input.endsWith('/auth/user/')
        ? { email: 'B@example.org', first_name: 'B', last_name: 'C' }
        : { access: 'opaque', refresh: 'opaque too' };
      return Response.json(body);
    });
    await signIn('b@example.org', 'secret');
    expect(currentOwner()).toEqual({ ownerId: 'b@example.org', branchId: '' });
  });

  it.each([
    [400, { non_field_errors: ['Wrong email or password.'] }, 'Wrong email or password.'],
    [401, { detail: 'No such account.' }, 'No such account.'],
    [401, {}, 'Login failed'],
    [400, { email: ['Hm.'] }, 'Login failed'],
  ])('fails with the server’s message (%i %j)', async (status, body, message) => {
    respondWith(status, body);
    expect((await failure(signIn('b@example.org', 'secret'))).message).toBe(message);
  });
});
