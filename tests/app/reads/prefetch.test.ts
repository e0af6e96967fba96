import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection, onConnectionChange, reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { storeTokens } from '#app/api/session.ts';
import { createQueryClient } from '#app/cache/query-client.ts';
import { EMPTY_OUTBOX, publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { keepPrefetched, prefetchForOffline } from '#app/reads/prefetch.ts';
import { allQuery } from '#app/reads/resource-queries.ts';
import { MAX_PICKER_RECORDS } from '#app/reads/use-records.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { flush } from '../outbox/device.ts';
import { entriesFor } from '../outbox/entries.ts';
import { FakeServer, type SeenRequest } from '../outbox/fake-server.ts';
import { create } from '../outbox/mutations.ts';

let server: FakeServer;
let priorities: (string | undefined)[];

beforeEach(() => {
  server = new FakeServer();
  priorities = [];
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    if (!String(input).includes('/branch/')) priorities.push(init.priority);
    return server.fetch(input, init);
  });
  vi.stubGlobal('requestIdleCallback', (now: () => void) => setImmediate(now));
  storeTokens(server.signIn('mona'));
  reportReachable();
});

afterEach(() => {
  vi.unstubAllGlobals();
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
});

const signal = () => new AbortController().signal;
const requestedPaths = () => server.seen.map(({ path }) => path);
const stubConnection = (connection: object) =>
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection }));

describe('prefetchForOffline', () => {
  it('reads first pages and picker data once', async () => {
    const client = createQueryClient();
    await prefetchForOffline(client, signal());
    expect(requestedPaths()).toEqual(
      expect.arrayContaining([
        '/branch/details/',
        '/dashboard/branch/',
        '/students/?page=1',
        '/students/?no_pagination=true',
        '/adult-course/?page=1',
        '/adult-course/?no_pagination=true&is_installment=false',
        '/month/?page=1',
      ]),
    );
    // The fake server has no user and no months, so these are requested again.
    const answered = requestedPaths().filter((path) => path !== '/auth/user/' && !path.startsWith('/month/'));
    expect(new Set(answered).size).toBe(answered.length);
    // User and months are small and needed on every screen. They are not low priority.
    expect(priorities.filter((one) => one === 'low').length).toBeGreaterThan(20);
    const before = server.seen.length;
    await prefetchForOffline(client, signal());
    expect(
      requestedPaths()
        .slice(before)
        .filter((path) => path !== '/auth/user/' && !path.startsWith('/month/')),
    ).toEqual([]);
  });

  it('stops while the server is unreachable and continues when it is back', async () => {
    server.offline = true;
    const client = createQueryClient();
    const stop = keepPrefetched(client);
    const failed = () =>
      client
        .getQueryCache()
        .findAll()
        .filter(({ state }) => state.status === 'error');
    await vi.waitFor(() => expect(failed()).toHaveLength(1));
    server.offline = false;
    reportReachable();
    await vi.waitFor(() => expect(requestedPaths()).toContain('/month/?page=1'), { timeout: 10_000 });
    stop();
  });

  it('reads again at its end, if the connection was lost and came back meanwhile', async () => {
    const answerOf = server.fetch;
    let isLost = false;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      if (isLost || !String(input).includes('/month/?page=1')) return answerOf(input, init);
      isLost = true;
      throw new TypeError('Failed to fetch');
    });
    const answeredAtOnce = onConnectionChange(() => {
      if (connection() === 'offline') queueMicrotask(reportReachable);
    });
    const stop = keepPrefetched(createQueryClient());
    await vi.waitFor(() => expect(requestedPaths()).toContain('/month/?page=1'));
    answeredAtOnce();
    stop();
  });

  it('reads a first page again that the server refused once, and the picker behind it', async () => {
    const answerOf = server.fetch;
    let failures = 0;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      if (!String(input).includes('/adult-course/?page=1') || failures > 0) return answerOf(input, init);
      failures += 1;
      return Response.json({ detail: 'Overloaded' }, { status: 500 });
    });
    await prefetchForOffline(createQueryClient(), signal());
    expect(failures).toBe(1);
    expect(requestedPaths()).toContain('/adult-course/?no_pagination=true&is_installment=false');
  });

  it('does not read all records for a picker above the maximum', async () => {
    const answerOf = server.fetch;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      const answer = await answerOf(input, init);
      if (!String(input).includes('/students/?page=1')) return answer;
      return Response.json({ ...(await answer.json()), count: MAX_PICKER_RECORDS + 1 });
    });
    await prefetchForOffline(createQueryClient(), signal());
    expect(requestedPaths()).toContain('/students/?page=1');
    expect(requestedPaths()).not.toContain('/students/?no_pagination=true');
    expect(requestedPaths()).toContain('/books/?no_pagination=true');
  });

  it('stops at the limit of characters read', async () => {
    const longName = 'x'.repeat(1_500_000);
    for (let index = 0; index < 3; index++)
      server.students.set(`s${index}`, { id: `s${index}`, name: longName });
    await prefetchForOffline(createQueryClient(), signal());
    expect(requestedPaths().filter((path) => path.startsWith('/students/'))).toHaveLength(1);
    expect(requestedPaths()).not.toContain('/month/?page=1');
  });

  it('sends no request in data-saving mode, unless the user asks for it', async () => {
    stubConnection({ saveData: true });
    expect(await prefetchForOffline(createQueryClient(), signal())).toBe(false);
    expect(server.seen).toEqual([]);
    await prefetchForOffline(createQueryClient(), signal(), { requested: true });
    expect(requestedPaths()).toContain('/month/?page=1');
  });

  it.each([
    ['2G', { effectiveType: '2g' }],
    ['slow 2G', { effectiveType: 'slow-2g', downlink: 0.05 }],
    ['a narrow connection', { effectiveType: '3g', downlink: 0.3 }],
  ])('63 slow line, then none: on %s pickers and lists are read one at a time, and are there offline', async (_, connection) => {
    stubConnection(connection);
    server.students.set('s1', { id: 's1', name: 'Mona', created_at: '2026-11-05T08:00:00Z' });
    const answerOf = server.fetch;
    let inFlight = 0;
    let maxInFlight = 0;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      await flush(5);
      return answerOf(input, init).finally(() => {
        inFlight -= 1;
      });
    });
    const client = createQueryClient();
    await prefetchForOffline(client, signal());
    expect(maxInFlight).toBe(1);
    expect(requestedPaths()).toContain('/month/?page=1');
    server.offline = true;
    const students = client.getQueryData(allQuery(resourceOf('student')).queryKey);
    expect(students?.data.results.map(({ id }) => id)).toEqual(['s1']);
  });

  it('reports its progress, and whether everything is on the device', async () => {
    const client = createQueryClient();
    const progress: number[] = [];
    server.next('drop-before', ({ path }) => path.startsWith('/books/'));
    const onProgress = (done: number, total: number) => progress.push(done / total);
    expect(await prefetchForOffline(client, signal(), { requested: true, onProgress })).toBe(false);
    expect(progress[0]).toBe(0);
    expect([...progress].sort((one, other) => one - other)).toEqual(progress);
    expect(progress.at(-1)).toBeLessThan(1);
  });

  it('waits while the page is hidden and while a screen reads', async () => {
    const client = createQueryClient();
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    let answer = (): void => undefined;
    const reading = client.fetchQuery({
      queryKey: ['a screen'],
      queryFn: () => new Promise<SeenRequest[]>((resolve) => (answer = () => resolve([]))),
    });
    const prefetching = prefetchForOffline(client, signal());
    await flush();
    expect(server.seen).toEqual([]);
    answer();
    await reading;
    await flush();
    expect(server.seen).toEqual([]);
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    await prefetching;
    expect(requestedPaths()).toContain('/month/?page=1');
  });

  it('waits until pending entries have been sent', async () => {
    const mutation = create('student', { name: 'Mona' });
    publishOutbox({ rows: entriesFor(mutation), loaded: true });
    const prefetching = prefetchForOffline(createQueryClient(), signal());
    await flush();
    expect(server.seen).toEqual([]);
    publishOutbox({ rows: entriesFor([mutation, { state: 'done' }]), loaded: true });
    await prefetching;
    expect(requestedPaths()).toContain('/month/?page=1');
    publishOutbox(EMPTY_OUTBOX);
  });

  it('stops on abort', async () => {
    const controller = new AbortController();
    const prefetching = prefetchForOffline(createQueryClient(), controller.signal);
    await vi.waitFor(() => expect(server.seen.length).toBeGreaterThan(2));
    controller.abort();
    const before = server.seen.length;
    await prefetching;
    expect(server.seen.length).toBeLessThanOrEqual(before + 1);
    reportUnreachable();
  });
});
