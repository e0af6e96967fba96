import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { request, requestIfChanged } from '#app/api/client.ts';
import { connection, reportUnreachable } from '#app/api/connection.ts';
import { currentOwner, currentSession, ownerKey, storeTokens } from '#app/api/session.ts';
import { signIn } from '#app/cache/sign-in.ts';
import { DEVICE } from '#contract/http.ts';
import { FakeLocks } from '../outbox/fake-locks.ts';
import { FakeServer } from '../outbox/fake-server.ts';

let host: FakeServer;

beforeEach(() => {
  host = new FakeServer();
  vi.stubGlobal('fetch', host.fetch);
  storeTokens(host.signIn('mona'));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
});

const branch = z.object({ name: z.string() });
const read = () => request({ method: 'GET', path: '/branch/details/', answer: branch });
const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not an ApiFailure: ${error}`);
  return error;
};

describe('a call', () => {
  it('carries the token, the query and the key, and reads the answer as the contract has it', async () => {
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
    expect(host.seen).toMatchObject([
      { method: 'POST', key, body: '{"name":"M"}', token: currentSession()?.access },
      { method: 'GET', path: '/students/?page=2' },
    ]);
  });

  it('tells on a write, and only there, which device it comes from: always the same one', async () => {
    const sent: (string | null)[] = [];
    const listening: typeof fetch = (url, init) => {
      sent.push(new Headers(init?.headers).get(DEVICE));
      return host.fetch(url, init);
    };
    vi.stubGlobal('fetch', listening);
    const write = () =>
      request({ method: 'POST', path: '/students/', body: { name: 'M' }, answer: z.unknown() });
    await write();
    await write();
    await read();
    expect(sent).toEqual([expect.stringMatching(/^[\w .-]{1,64}$/), sent[0], null]);
  });

  it.each([
    ['no answer', 'drop-before' as const, { kind: 'transient', status: undefined }],
    ['a portal’s page', 'portal' as const, { kind: 'transient', status: 200 }],
    ['a portal’s 401', { status: 401 }, { kind: 'transient', status: 401 }],
    ['another shape', { status: 200, body: { hello: 'world' } }, { kind: 'transient', status: 200 }],
    ['a broken server', { status: 500, body: { detail: 'Oops' } }, { kind: 'transient', status: 500 }],
    [
      'a refusal',
      { status: 403, body: { detail: 'No.' } },
      { kind: 'refused', detail: 'No.', message: 'No.' },
    ],
  ])('fails with a sentence to show: %s', async (_, fault, expected) => {
    host.next(fault, () => true);
    const error = await failure(read());
    expect(error).toMatchObject(expected);
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });

  it('takes an answer for the truth about the connection, a refusal included', async () => {
    reportUnreachable();
    host.next({ status: 404, body: { detail: 'Not found.' } }, () => true);
    await failure(read());
    expect(connection()).toBe('online');
    host.next('portal', () => true);
    await failure(read());
    expect(connection()).toBe('offline');
  });

  it('is not made in another person’s name', async () => {
    const answer = z.unknown();
    const other = ownerKey({ ownerId: 'basma', branchId: 'b1' });
    const error = await failure(request({ method: 'GET', path: '/students/', answer, expectOwner: other }));
    expect(error.kind).toBe('sign-in');
    expect(host.seen).toEqual([]);
  });

  it('is aborted by its caller, which is no failure of the connection', async () => {
    const giveUp = new AbortController();
    host.next('hang', () => true);
    const reading = request({
      method: 'GET',
      path: '/branch/details/',
      answer: branch,
      signal: giveUp.signal,
    });
    giveUp.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('spares a read whose tag still holds', async () => {
    const call = { method: 'GET', path: '/branch/details/', answer: branch } as const;
    host.next({ status: 200, body: { name: 'Main' }, headers: { ETag: '"1"' } }, () => true);
    expect(await requestIfChanged(call, undefined)).toEqual({ data: { name: 'Main' }, etag: '"1"' });
    host.next({ status: 304 }, () => true);
    expect(await requestIfChanged(call, '"1"')).toEqual({ data: undefined, etag: '"1"' });
  });
});

describe('a token that has run out', () => {
  it('is refreshed once for all waiting calls, which then succeed', async () => {
    host.expireTokens();
    await Promise.all([read(), read(), read()]);
    expect(host.refreshes).toBe(1);
  });

  it('26 two tabs refresh together: the second finds the new token stored and does not spend it', async () => {
    Object.defineProperty(navigator, 'locks', { value: new FakeLocks(), configurable: true });
    host.expireTokens();
    const otherTab = host.signIn('mona');
    host.next({ status: 401, body: { detail: 'Expired.' } }, () => true);
    const reading = read();
    storeTokens(otherTab);
    await reading;
    expect(host.refreshes).toBe(0);
    expect(currentSession()?.access).toBe(otherTab.access);
  });

  it('26 two tabs refresh: an answer so late that the other tab’s newer token has run out too signs nobody out', async () => {
    const otherTab = host.signIn('mona');
    host.expireTokens();
    host.next({ status: 401, body: { detail: 'Expired.' } }, () => {
      storeTokens(otherTab);
      return true;
    });
    await read();
    expect(host.refreshes).toBe(1);
    expect(currentSession()).toBeDefined();
  });

  it('26 two tabs refresh together: a refusal is void when another tab has new tokens by then', async () => {
    host.expireTokens();
    const otherTab = host.signIn('mona');
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      if (!String(args[0]).includes('/auth/token/')) return host.fetch(...args);
      storeTokens(otherTab);
      return new Response('{"detail":"Spent."}', {
        status: 401,
        headers: { 'Content-Type': 'application/json' },
      });
    });
    expect(await read()).toEqual({ name: 'Main' });
  });

  it.each([401, 400])('a refresh refused with %i signs out', async (status) => {
    host.expireTokens();
    host.refreshFault = { status, body: { detail: 'Expired.' } };
    expect((await failure(read())).kind).toBe('sign-in');
    expect(currentOwner()).toBeUndefined();
  });

  it.each([
    'drop-before',
    'portal',
    { status: 503 },
    { status: 401 },
  ] as const)('a refresh without the host’s answer (%o) signs nobody out', async (fault) => {
    host.expireTokens();
    host.next(fault, ({ path }) => path.startsWith('/auth/'));
    expect((await failure(read())).kind).toBe('transient');
    expect(currentOwner()?.ownerId).toBe('mona');
  });

  it('signing out while it is refreshed is not undone', async () => {
    host.expireTokens();
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      if (String(args[0]).includes('/auth/token/')) localStorage.clear();
      return host.fetch(...args);
    });
    expect((await failure(read())).kind).toBe('sign-in');
    expect(currentOwner()).toBeUndefined();
  });

  it('a fresh token that is refused as well signs out instead of going round in circles', async () => {
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      if (String(args[0]).includes('/auth/token/')) return host.fetch(...args);
      return new Response('{"detail":"No."}', {
        status: 401,
        headers: { 'Content-Type': 'application/json' },
      });
    });
    expect((await failure(read())).kind).toBe('sign-in');
    expect(host.refreshes).toBe(1);
    expect(currentOwner()).toBeUndefined();
  });
});

describe('signing in', () => {
  const answering = (status: number, body: unknown) =>
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }),
    );

  it('keeps the tokens and knows whose they are', async () => {
    localStorage.clear();
    answering(200, new FakeServer().signIn('basma', 'b7'));
    await signIn('b@example.org', 'secret');
    expect(currentOwner()).toEqual({ ownerId: 'basma', branchId: 'b7' });
  });

  it('asks a host with opaque tokens who it was', async () => {
    localStorage.clear();
    vi.stubGlobal('fetch', async (input: string) => {
      const body = input.endsWith('/auth/user/')
        ? { email: 'B@example.org', first_name: 'B', last_name: 'C' }
        : { access: 'opaque', refresh: 'opaque too' };
      return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
    });
    await signIn('b@example.org', 'secret');
    expect(currentOwner()).toEqual({ ownerId: 'b@example.org', branchId: '' });
  });

  it.each([
    [400, { non_field_errors: ['Wrong email or password.'] }, 'Wrong email or password.'],
    [401, { detail: 'No such account.' }, 'No such account.'],
    [400, { email: ['Hm.'] }, 'Login failed'],
  ])('says why not (%i %o)', async (status, body, message) => {
    answering(status, body);
    expect((await failure(signIn('b@example.org', 'secret'))).message).toBe(message);
  });
});
