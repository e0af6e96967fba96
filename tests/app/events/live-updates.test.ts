import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { request } from '#app/api/client.ts';
import { reportReachable } from '#app/api/connection.ts';
import { forgetReadVersion } from '#app/api/server-version.ts';
import { currentOwner, storeTokens } from '#app/api/session.ts';
import { keys } from '#app/cache/query-keys.ts';
import { keepLive } from '#app/events/live-updates.ts';
import { pageOf } from '#contract/paging.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { flush } from '../outbox/device.ts';
import { FakeStreamServer } from './fake-stream-server.ts';

const student = resourceOf('student');
const page = (number: number) => keys.list(student, { page: number });
const STALE_TIME = 15_000;

let server: FakeStreamServer;
let client: QueryClient;
/** Addresses that were read, in their order. */
let reads: string[];
/** The version that the server names in its answers to reads; undefined where it names none. */
let named: (path: string) => string | undefined;
/** Holds answers back until they are let go. */
let held: Map<string, Promise<void>>;
const stops: (() => void)[] = [];

function show(number: number): void {
  const options = {
    queryKey: page(number),
    staleTime: STALE_TIME,
    queryFn: () =>
      request({ method: 'GET', path: '/students/', query: { page: number }, answer: pageOf(z.unknown()) }),
  };
  stops.push(new QueryObserver(client, options).subscribe(() => undefined));
}

async function goLive(): Promise<void> {
  const owner = currentOwner();
  if (!owner) throw new Error('Nobody is signed in');
  stops.push(keepLive(client, owner));
  await pass(100);
}

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await flush(5);
}

const since = () => server.streams.map((stream) => stream.since);
const readsOf = (number: number) => reads.filter((path) => path === `/students/?page=${number}`).length;

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: new Date(2026, 10, 5, 9, 0),
  });
  server = new FakeStreamServer();
  [reads, held, named] = [[], new Map(), () => server.version];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const path = input.replace(/^\/api/, '');
    if (!path.startsWith('/students/')) return server.fetch(input, init);
    reads.push(path);
    // As the server does: the version is asked for, then the data is read, and the answer is on its way.
    const version = named(path);
    const response = await server.fetch(input, init);
    await held.get(path);
    if (version !== undefined) response.headers.set('X-Branch-Version', version);
    return response;
  });
  storeTokens(server.api.signIn('mona'));
  reportReachable();
  forgetReadVersion();
  client = new QueryClient();
  client.setQueryData(keys.branch, { events: true });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

describe('a page that has read its first screen', () => {
  it('goes on from the version of what it read, and reads nothing twice', async () => {
    show(1);
    show(2);
    await pass(100);
    await goLive();
    await pass(3_000);
    expect([since(), readsOf(1), readsOf(2)]).toEqual([['1'], 1, 1]);
  });

  it('reads again what was written between its read and the opening of the stream', async () => {
    show(1);
    await pass(100);
    server.write('student');
    await goLive();
    await pass(3_000);
    expect([since(), readsOf(1)]).toEqual([['1'], 2]);
  });

  it('reads again what was written between two of its reads', async () => {
    show(1);
    await pass(100);
    server.write('student');
    show(2);
    await pass(100);
    await goLive();
    await pass(3_000);
    expect([since(), readsOf(1)]).toEqual([[null], 2]);
  });

  it('reads again what is under way when the stream opens: it may be older than what was answered', async () => {
    let answer: () => void = () => undefined;
    held.set(
      '/students/?page=2',
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    show(2);
    await pass(100);
    server.write('student');
    show(1);
    await pass(100);
    await goLive();
    answer();
    await pass(3_000);
    expect([since(), readsOf(1), readsOf(2)]).toEqual([['2'], 1, 2]);
  });

  describe.each([
    { kept: 'the cache of the device', dataUpdateCount: 0, age: 0 },
    { kept: 'the boot cache', dataUpdateCount: 3, age: 5_000 },
  ])('with a list from $kept', ({ dataUpdateCount, age }) => {
    beforeEach(() => {
      const state = { dataUpdatedAt: Date.now() - age, dataUpdateCount, isInvalidated: false };
      client.getQueryCache().build(
        client,
        { queryKey: page(2) },
        {
          ...state,
          data: { results: [] },
          error: null,
          errorUpdateCount: 0,
          errorUpdatedAt: 0,
          fetchFailureCount: 0,
          fetchFailureReason: null,
          fetchMeta: null,
          status: 'success',
          fetchStatus: 'idle',
        },
      );
      show(1);
    });

    it('reads it again, because others may have written since', async () => {
      show(2);
      await pass(100);
      expect(readsOf(2)).toBe(0);
      await goLive();
      await pass(3_000);
      expect([since(), readsOf(1), readsOf(2)]).toEqual([['1'], 1, 1]);
    });

    it('reads it when it is shown, and not ahead', async () => {
      await pass(100);
      await goLive();
      await pass(1_000);
      expect(
        client
          .getQueryCache()
          .find({ queryKey: page(2) })
          ?.isStaleByTime(10 * 60_000),
      ).toBe(false);
      show(2);
      await pass(100);
      expect(readsOf(2)).toBe(1);
    });
  });

  it('reads everything again where the server names no version', async () => {
    named = () => undefined;
    show(1);
    await pass(100);
    await goLive();
    await pass(3_000);
    expect([since(), readsOf(1)]).toEqual([[null], 2]);
  });

  it('reads everything again where one of its answers names no version', async () => {
    named = (path) => (path.endsWith('1') ? server.version : undefined);
    show(1);
    show(2);
    await pass(100);
    await goLive();
    await pass(3_000);
    expect([since(), readsOf(1), readsOf(2)]).toEqual([[null], 2, 2]);
  });
});
