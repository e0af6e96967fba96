import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { storeTokens } from '#app/api/session.ts';
import { createQueryClient } from '#app/cache/query-client.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { EMPTY_OUTBOX, publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { keepPrefetched, prefetchForOffline } from '#app/reads/on-demand/prefetch.ts';
import { MAX_PICKER_RECORDS } from '#app/reads/picker-size.ts';
import { flush } from '../outbox/device.ts';
import { entriesFor } from '../outbox/entries.ts';
import { FakeServer, type SeenRequest } from '../outbox/fake-server.ts';

let host: FakeServer;
let priorities: (string | undefined)[];

beforeEach(() => {
  host = new FakeServer();
  priorities = [];
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    if (!String(input).includes('/branch/')) priorities.push(init.priority);
    return host.fetch(input, init);
  });
  vi.stubGlobal('requestIdleCallback', (now: () => void) => setImmediate(now));
  storeTokens(host.signIn('mona'));
  reportReachable();
});

afterEach(() => {
  vi.unstubAllGlobals();
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
});

const signal = () => new AbortController().signal;
const asked = () => host.seen.map(({ path }) => path);
const onLine = (connection: object) =>
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection }));

describe('the warm-up', () => {
  it('reads the first pages and what the pickers offer, once', async () => {
    const client = createQueryClient();
    await prefetchForOffline(client, signal());
    expect(asked()).toEqual(
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
    expect(new Set(asked()).size).toBe(host.seen.length);
    // User and months are small and needed on every screen, so they are not low priority.
    expect(priorities.filter((one) => one === 'low').length).toBeGreaterThan(20);
    const before = host.seen.length;
    await prefetchForOffline(client, signal());
    // The fake server has no user and no months, so only these are requested again.
    expect(
      asked()
        .slice(before)
        .filter((path) => path !== '/auth/user/' && !path.startsWith('/month/')),
    ).toEqual([]);
  });

  it('stops as soon as the host does not answer, and goes on when it is back', async () => {
    host.offline = true;
    const client = createQueryClient();
    const stop = keepPrefetched(client);
    const failed = () =>
      client
        .getQueryCache()
        .findAll()
        .filter(({ state }) => state.status === 'error');
    await vi.waitFor(() => expect(failed()).toHaveLength(1));
    host.offline = false;
    reportReachable();
    await vi.waitFor(() => expect(asked()).toContain('/month/?page=1'), { timeout: 10_000 });
    stop();
  });

  it('leaves a picker of too many records to the search of the host', async () => {
    const answerOf = host.fetch;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      const answer = await answerOf(input, init);
      if (!String(input).includes('/students/?page=1')) return answer;
      return Response.json({ ...(await answer.json()), count: MAX_PICKER_RECORDS + 1 });
    });
    await prefetchForOffline(createQueryClient(), signal());
    expect(asked()).toContain('/students/?page=1');
    expect(asked()).not.toContain('/students/?no_pagination=true');
    expect(asked()).toContain('/books/?no_pagination=true');
  });

  it('asks for no more once it has read enough', async () => {
    const long = 'x'.repeat(1_500_000);
    for (let place = 0; place < 3; place++) host.students.set(`s${place}`, { id: `s${place}`, name: long });
    await prefetchForOffline(createQueryClient(), signal());
    expect(asked().filter((path) => path.startsWith('/students/'))).toHaveLength(1);
    expect(asked()).not.toContain('/month/?page=1');
  });

  it.each([
    ['where data is to be saved', { saveData: true }],
    ['on 2G', { effectiveType: '2g' }],
    ['on slow 2G', { effectiveType: 'slow-2g' }],
    ['on a thin line', { effectiveType: '3g', downlink: 0.3 }],
  ])('asks for nothing %s', async (_, connection) => {
    onLine(connection);
    await prefetchForOffline(createQueryClient(), signal());
    expect(host.seen).toEqual([]);
  });

  it('waits while the page is not looked at, and while a screen reads', async () => {
    const client = createQueryClient();
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    let answer = (): void => undefined;
    const reading = client.fetchQuery({
      queryKey: ['a screen'],
      queryFn: () => new Promise<SeenRequest[]>((resolve) => (answer = () => resolve([]))),
    });
    const warm = prefetchForOffline(client, signal());
    await flush();
    expect(host.seen).toEqual([]);
    answer();
    await reading;
    await flush();
    expect(host.seen).toEqual([]);
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    await warm;
    expect(asked()).toContain('/month/?page=1');
  });

  it('lets what waits to be sent go first', async () => {
    const write = {
      id: newMutationId(),
      resource: 'student',
      kind: 'create',
      body: { name: 'Mona' },
    } as const;
    publishOutbox({ rows: entriesFor(write), ids: new Map(), loaded: true });
    const warm = prefetchForOffline(createQueryClient(), signal());
    await flush();
    expect(host.seen).toEqual([]);
    publishOutbox({ rows: entriesFor([write, { state: 'done' }]), ids: new Map(), loaded: true });
    await warm;
    expect(asked()).toContain('/month/?page=1');
    publishOutbox(EMPTY_OUTBOX);
  });

  it('is over when the person leaves', async () => {
    const leaving = new AbortController();
    const warm = prefetchForOffline(createQueryClient(), leaving.signal);
    await vi.waitFor(() => expect(host.seen.length).toBeGreaterThan(2));
    leaving.abort();
    const before = host.seen.length;
    await warm;
    expect(host.seen.length).toBeLessThanOrEqual(before + 1);
    reportUnreachable();
  });
});
