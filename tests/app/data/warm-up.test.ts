import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, unanswered } from '#app/data/connection.ts';
import { PICKER_CAP } from '#app/data/picker-size.ts';
import { makeQueryClient } from '#app/data/query-client.ts';
import { storeTokens } from '#app/data/session.ts';
import { keepWarm, warmUp } from '#app/data/warm-up.ts';
import { newWriteId } from '#app/outbox/ids.ts';
import { EMPTY, showOutbox } from '#app/outbox/outbox-view.ts';
import { calm } from '../outbox/device.ts';
import { FakeHost, type Seen } from '../outbox/fake-host.ts';
import { rowsFor } from '../outbox/rows.ts';

let host: FakeHost;
let priorities: (string | undefined)[];

beforeEach(() => {
  host = new FakeHost();
  priorities = [];
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    if (!String(input).includes('/branch/')) priorities.push(init.priority);
    return host.fetch(input, init);
  });
  vi.stubGlobal('requestIdleCallback', (now: () => void) => setImmediate(now));
  storeTokens(host.signIn('mona'));
  answered();
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
    const client = makeQueryClient();
    await warmUp(client, signal());
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
    // What is remembered of the person and the months is small and on every screen.
    expect(priorities.filter((one) => one === 'low').length).toBeGreaterThan(20);
    const before = host.seen.length;
    await warmUp(client, signal());
    // Whoever is signed in could not be read: that alone is asked for again.
    expect(
      asked()
        .slice(before)
        .filter((path) => path !== '/auth/user/' && !path.startsWith('/month/')),
    ).toEqual([]);
  });

  it('stops as soon as the host does not answer, and goes on when it is back', async () => {
    host.offline = true;
    const client = makeQueryClient();
    const stop = keepWarm(client);
    const failed = () =>
      client
        .getQueryCache()
        .findAll()
        .filter(({ state }) => state.status === 'error');
    await vi.waitFor(() => expect(failed()).toHaveLength(1));
    host.offline = false;
    answered();
    await vi.waitFor(() => expect(asked()).toContain('/month/?page=1'), { timeout: 10_000 });
    stop();
  });

  it('leaves a picker of too many records to the search of the host', async () => {
    const answerOf = host.fetch;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      const answer = await answerOf(input, init);
      if (!String(input).includes('/students/?page=1')) return answer;
      return Response.json({ ...(await answer.json()), count: PICKER_CAP + 1 });
    });
    await warmUp(makeQueryClient(), signal());
    expect(asked()).toContain('/students/?page=1');
    expect(asked()).not.toContain('/students/?no_pagination=true');
    expect(asked()).toContain('/books/?no_pagination=true');
  });

  it('asks for no more once it has read enough', async () => {
    const long = 'x'.repeat(1_500_000);
    for (let place = 0; place < 3; place++) host.students.set(`s${place}`, { id: `s${place}`, name: long });
    await warmUp(makeQueryClient(), signal());
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
    await warmUp(makeQueryClient(), signal());
    expect(host.seen).toEqual([]);
  });

  it('waits while the page is not looked at, and while a screen reads', async () => {
    const client = makeQueryClient();
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    let answer = (): void => undefined;
    const reading = client.fetchQuery({
      queryKey: ['a screen'],
      queryFn: () => new Promise<Seen[]>((resolve) => (answer = () => resolve([]))),
    });
    const warm = warmUp(client, signal());
    await calm();
    expect(host.seen).toEqual([]);
    answer();
    await reading;
    await calm();
    expect(host.seen).toEqual([]);
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    await warm;
    expect(asked()).toContain('/month/?page=1');
  });

  it('lets what waits to be sent go first', async () => {
    const write = { id: newWriteId(), resource: 'student', kind: 'create', body: { name: 'Mona' } } as const;
    showOutbox({ rows: rowsFor(write), ids: new Map(), loaded: true });
    const warm = warmUp(makeQueryClient(), signal());
    await calm();
    expect(host.seen).toEqual([]);
    showOutbox({ rows: rowsFor([write, { state: 'done' }]), ids: new Map(), loaded: true });
    await warm;
    expect(asked()).toContain('/month/?page=1');
    showOutbox(EMPTY);
  });

  it('is over when the person leaves', async () => {
    const leaving = new AbortController();
    const warm = warmUp(makeQueryClient(), leaving.signal);
    await vi.waitFor(() => expect(host.seen.length).toBeGreaterThan(2));
    leaving.abort();
    const before = host.seen.length;
    await warm;
    expect(host.seen.length).toBeLessThanOrEqual(before + 1);
    unanswered();
  });
});
