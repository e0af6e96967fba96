import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection, reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { currentOwner, storeTokens } from '#app/api/session.ts';
import { openSource } from '#app/events/change-source.ts';
import { type BranchEvent, HEARTBEAT_MS } from '#contract/events.ts';
import { flush } from '../outbox/device.ts';
import { FakeStreamServer } from './fake-stream-server.ts';

const HEARTBEAT = ':\n\n';

let server: FakeStreamServer;
let version: string | undefined;
let events: BranchEvent[];
let tells: boolean | undefined;
const stops: (() => void)[] = [];

function open(): () => void {
  const owner = currentOwner();
  if (!owner) throw new Error('Nobody is signed in');
  const stop = openSource({
    owner,
    tellsChanges: () => tells,
    since: () => version,
    onEvent: (event) => {
      version = event.version;
      events.push(event);
    },
  });
  stops.push(stop);
  return stop;
}

/** Moves the clock on in steps, with the streams that are open kept alive where the server lives. */
async function pass(milliseconds: number, { heartbeats = true } = {}): Promise<void> {
  const end = Date.now() + milliseconds;
  while (Date.now() < end) {
    await vi.advanceTimersByTimeAsync(Math.min(500, end - Date.now()));
    if (heartbeats && server.mode === 'open' && Date.now() % HEARTBEAT_MS < 500) {
      for (const stream of server.streams) {
        try {
          stream.send(HEARTBEAT);
        } catch {
          // It has ended.
        }
      }
    }
    await flush(5);
  }
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: new Date(2026, 10, 5, 9, 0),
  });
  // jsdom's own time-outs do not follow the fake clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), milliseconds);
    return controller.signal;
  });
  server = new FakeStreamServer();
  vi.stubGlobal('fetch', server.fetch);
  storeTokens(server.api.signIn('mona'));
  reportReachable();
  [version, events, tells] = [undefined, [], true];
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const names = () => events.map(({ name }) => name);

describe('a device', () => {
  it('sends its token in a header and never in the address', async () => {
    const fetched = vi.spyOn(server, 'fetch');
    vi.stubGlobal('fetch', fetched);
    open();
    await flush(5);
    const { access } = JSON.parse(localStorage.getItem('branch-desk.session') ?? '{}');
    expect(server.streams[0]?.token).toBe(access);
    expect(fetched.mock.calls.map(([address]) => String(address)).join()).not.toContain(access);
  });

  it('does not poll while the stream lives', async () => {
    open();
    await pass(120_000);
    expect([server.streams.length, server.polls.length]).toEqual([1, 0]);
  });

  it('is online again at the next heartbeat after one request found no answer', async () => {
    open();
    await flush(5);
    reportUnreachable();
    await pass(HEARTBEAT_MS + 500);
    expect([connection(), server.streams.length]).toEqual(['online', 1]);
  });

  it('refreshes a token that has expired, and opens the stream with the new one', async () => {
    const fetched = server.fetch;
    let refused = 0;
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      if (!input.includes('/branch/events/') || refused++ > 0) return fetched(input, init);
      return Promise.resolve(new Response('{"detail":"Sign in to go on."}', { status: 401 }));
    });
    open();
    await flush(20);
    expect([server.api.refreshes, names()]).toEqual([1, ['everything']]);
  });

  it('opens no stream once it is stopped', async () => {
    const stop = open();
    await flush(5);
    stop();
    expect(server.streams[0]?.isAborted()).toBe(true);
    await pass(120_000);
    expect([server.streams.length, server.polls.length]).toEqual([1, 0]);
  });
});

describe('69 a stream that is cut', () => {
  it('69 is opened again with the last version, and says whether anything was missed', async () => {
    open();
    await flush(5);
    server.write('student');
    await flush(5);
    server.streams[0]?.end();
    await pass(5_000);
    expect(server.streams.map(({ since }) => since)).toEqual([null, '2']);
    expect(names()).toEqual(['everything', 'changed', 'unchanged']);
    server.version = '7';
    server.streams[1]?.end(new TypeError('network error'));
    await pass(5_000);
    expect(server.streams[2]?.since).toBe('2');
    expect(names().at(-1)).toBe('everything');
  });

  it('69 and cannot be opened again is replaced by a poll, which notices what was missed', async () => {
    open();
    await flush(5);
    server.mode = { status: 429, headers: { 'Retry-After': '3600' } };
    server.streams[0]?.end();
    await pass(15_000);
    expect(server.polls).toEqual([{ path: '/branch/changes/', etag: null }]);
    expect(names()).toEqual(['everything']);
    server.version = '9';
    await pass(30_000);
    expect(events.at(-1)).toEqual({ name: 'everything', version: '9', spread: 0 });
    await pass(60_000);
    expect(server.polls.slice(2).map(({ etag }) => etag)).toEqual(['"9"', '"9"']);
    expect(names()).toEqual(['everything', 'everything']);
    // An hour was asked for: nothing is tried before.
    expect(server.streams.length).toBe(1);
  });

  it('69 and buffered by a proxy, so that nothing arrives, is replaced by a poll', async () => {
    server.mode = 'buffered';
    open();
    await pass(20_000);
    expect(names()).toEqual(['everything']);
    server.version = '2';
    await pass(30_000);
    expect(version).toBe('2');
    await pass(10_000);
    // The server answers: the connection is not called lost.
    expect([connection(), server.streams.length, server.streams[0]?.isAborted()]).toEqual([
      'online',
      1,
      true,
    ]);
    server.mode = 'open';
    await pass(10 * 60_000);
    expect(server.streams.length).toBe(2);
    const before = server.polls.length;
    await pass(60_000);
    expect(server.polls.length).toBe(before);
  });
});

describe('the connection', () => {
  it('is offline within ten seconds of the death of a server that says nothing any more', async () => {
    open();
    await flush(5);
    await pass(60_000);
    expect(connection()).toBe('online');
    server.silent = true;
    await pass(10_000, { heartbeats: false });
    expect(connection()).toBe('offline');
  });

  it('is offline at once when the server ends the stream and answers no more', async () => {
    open();
    await flush(5);
    server.api.offline = true;
    server.streams[0]?.end(new TypeError('network error'));
    await pass(500);
    expect(connection()).toBe('offline');
    server.api.offline = false;
    await pass(20_000);
    expect([connection(), names()]).toEqual(['online', ['everything', 'unchanged']]);
  });

  it('stays online when a stream ends with its token', async () => {
    open();
    await flush(5);
    server.streams[0]?.end();
    await pass(3_000);
    expect([connection(), server.streams.length]).toEqual(['online', 2]);
  });
});

describe('70 a restart of the server', () => {
  const DEVICES = 200;

  it('70 is met by its devices spread over the time that the server asked for', async () => {
    for (let device = 0; device < DEVICES; device++) open();
    await flush(20);
    expect(server.streams.length).toBe(DEVICES);
    const restart = Date.now();
    for (const stream of server.streams) {
      stream.send('retry: 10000\n\n');
      stream.end();
    }
    await vi.advanceTimersByTimeAsync(12_000);
    await flush(20);
    const waits = server.streams.slice(DEVICES).map(({ openedAt }) => openedAt - restart);
    expect(waits.length).toBe(DEVICES);
    const perSecond = Array.from(
      { length: 10 },
      (_, second) => waits.filter((wait) => Math.floor(wait / 1_000) === second).length,
    );
    expect(Math.max(...perSecond)).toBeLessThan(DEVICES / 4);
    expect(Math.min(...perSecond)).toBeGreaterThan(DEVICES / 40);
  });

  it.each([
    [0.999, [2, 4, 8, 16, 16]],
    [0.25, [0.5, 1, 2, 4, 4]],
  ])('70 that takes long is tried at growing intervals: a random part (%d) of up to 16 s', async (random, seconds) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    open();
    await flush(20);
    server.api.offline = true;
    server.streams[0]?.end(new TypeError('network error'));
    await pass(60_000, { heartbeats: false });
    const waits = server.attempts.slice(1, 6).map((at, index) => at - (server.attempts[index] ?? 0));
    expect(waits.map((wait) => Math.round(wait / 500) / 2)).toEqual(seconds);
  });
});

describe('a server that declares no events', () => {
  it('is polled for its figures: other screens move where money did', async () => {
    tells = false;
    open();
    await pass(40_000);
    expect(events).toEqual([]);
    server.api.students.set('s1', { id: 's1' });
    server.api.courses.set('c1', { id: 'c1', price: '100.00', paid_amount: '60.00', student: 's1' });
    await pass(30_000);
    expect([names(), server.streams.length, server.polls.length]).toEqual([['everything'], 0, 0]);
  });
});
