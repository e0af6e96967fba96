import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { request } from '#app/api/client.ts';
import { handOver, readHandedOver } from '#app/api/handed-over-session.ts';
import { clearTokens, currentOwner, currentSession, type Owner } from '#app/api/session.ts';
import { keepBackgroundSync } from '#app/outbox/sender/background-sync.ts';
import { OutboxSender } from '#app/outbox/sender/sender.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { readEntries } from '#app/outbox/store/stored-entries.ts';
import { FakeLocks } from '../outbox/fake-locks.ts';
import { FakeServer } from '../outbox/fake-server.ts';
import { newInstallment } from '../outbox/mutations.ts';
import { signInMona } from '../outbox/sign-in-mona.ts';
import { FakeCaches } from './fake-platform.ts';

let server: FakeServer;
let newestRefresh: string;
/** Refresh tokens that were used a second time: a server ends such a session (decision 48). */
let reused: string[];
const badge = { setAppBadge: vi.fn(async () => undefined), clearAppBadge: vi.fn(async () => undefined) };

/** The fake server with refresh tokens that are used once. */
const rotating: typeof fetch = async (...args) => {
  if (server.offline || !String(args[0]).includes('/auth/token/')) return server.fetch(...args);
  const { refresh } = z.object({ refresh: z.string() }).parse(JSON.parse(String(args[1]?.body)));
  server.refreshes += 1;
  if (refresh !== newestRefresh) {
    reused.push(refresh);
    return Response.json({ detail: 'Spent.' }, { status: 401 });
  }
  newestRefresh = `refresh-${server.refreshes}`;
  return Response.json({ access: server.signIn('mona').access, refresh: newestRefresh });
};

beforeEach(async () => {
  server = new FakeServer();
  reused = [];
  vi.stubGlobal('caches', new FakeCaches());
  vi.stubGlobal('SyncManager', class {});
  const platform = { ...badge, locks: new FakeLocks() };
  for (const [name, value] of Object.entries(platform))
    Object.defineProperty(navigator, name, { value, configurable: true });
  await signInMona(server, rotating);
  newestRefresh = currentSession()?.refresh ?? '';
  await outboxDb().facts.bulkPut([
    { key: 'idempotency b1/mona', value: true },
    { key: 'merges b1/mona', value: true },
    { key: 'client_ids b1/mona', value: true },
  ]);
});
afterEach(() => {
  clearTokens();
  for (const name of ['locks', 'setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
  vi.clearAllMocks();
});

function owner(): Owner {
  const signedIn = currentOwner();
  if (!signedIn) throw new Error('Nobody is signed in');
  return signedIn;
}

async function closeWithPayment(): Promise<void> {
  server.offline = true;
  await enqueue(outboxDb(), owner(), newInstallment('c1', '500.00'), Date.now());
  expect(await handOver()).toBe(true);
  server.offline = false;
}

/** The service worker: its own modules and no localStorage. */
async function dispatchSync(): Promise<void> {
  const stored = globalThis.localStorage;
  vi.resetModules();
  vi.stubGlobal('localStorage', undefined);
  try {
    const { sendInBackground } = await import('#app/background/send-in-background.ts');
    await sendInBackground();
  } finally {
    vi.stubGlobal('localStorage', stored);
  }
}

const entries = async () => readEntries(owner(), await outboxDb().outbox.orderBy('seq').toArray());
const states = async () => (await entries()).map(({ state }) => state);
const applied = () => [...server.timesApplied.values()];

async function openPage(): Promise<void> {
  const sender = new OutboxSender(owner());
  await sender.trigger(true);
  sender.stop();
}

it('a payment that waits in a closed app is sent once, and its page finds it sent', async () => {
  await closeWithPayment();
  await dispatchSync();
  expect(applied()).toEqual([1]);
  expect(await states()).toEqual(['done']);
  await openPage();
  expect(applied()).toEqual([1]);
  expect(badge.clearAppBadge).toHaveBeenCalled();
  expect(await readHandedOver()).toBeUndefined();
});

it('a token that the service worker has refreshed is taken back by the page, which never uses the old one again', async () => {
  await closeWithPayment();
  await enqueue(outboxDb(), owner(), newInstallment('c1', '100.00'), Date.now());
  // Without Retry-After the random backoff may be over within the same pass, which then sends it.
  const laterToday = { status: 503, headers: { 'Retry-After': '3600' } };
  server.next(laterToday, ({ body }) => body?.includes('100.00') === true);
  server.expireTokens();
  await expect(dispatchSync()).rejects.toThrow('wait');
  expect(server.refreshes).toBe(1);
  await openPage();
  expect(reused).toEqual([]);
  expect(currentSession()?.refresh).toBe(newestRefresh);
  expect(server.refreshes).toBe(1);
  server.expireTokens();
  await request({ method: 'GET', path: '/branch/details/', answer: z.unknown() });
  expect(reused).toEqual([]);
  expect(currentSession()?.refresh).toBe(newestRefresh);
});

it('a visible page sends by itself, and the service worker holds up no newer version meanwhile', async () => {
  await closeWithPayment();
  const windows = [{ visibilityState: 'hidden' }, { visibilityState: 'visible' }];
  vi.stubGlobal('clients', { matchAll: async () => windows });
  await expect(dispatchSync()).rejects.toThrow('visible');
  expect(applied()).toEqual([]);
  windows.pop();
  await dispatchSync();
  expect(applied()).toEqual([1]);
});

it('a token that it has refreshed before everything was sent is taken back by the next opening', async () => {
  await closeWithPayment();
  server.expireTokens();
  await dispatchSync();
  expect(await states()).toEqual(['done']);
  expect(currentSession()?.refresh).not.toBe(newestRefresh);
  keepBackgroundSync()();
  await vi.waitFor(() => expect(currentSession()?.refresh).toBe(newestRefresh));
  expect(await readHandedOver()).toBeUndefined();
  server.expireTokens();
  await request({ method: 'GET', path: '/branch/details/', answer: z.unknown() });
  expect(reused).toEqual([]);
});

it('a page that leaves its session once more leaves the one that the service worker has refreshed', async () => {
  await closeWithPayment();
  server.expireTokens();
  await dispatchSync();
  expect(await handOver()).toBe(true);
  expect((await readHandedOver())?.session.refresh).toBe(newestRefresh);
});

it('the service worker never refreshes once the page has', async () => {
  await closeWithPayment();
  server.expireTokens();
  await request({ method: 'GET', path: '/branch/details/', answer: z.unknown() });
  server.expireTokens();
  await dispatchSync();
  expect(server.refreshes).toBe(1);
  expect(reused).toEqual([]);
  expect(await states()).toEqual(['queued']);
});

it('a refused payment stays with its problem for the next opening, and the badge counts it', async () => {
  await closeWithPayment();
  server.refusals.push({
    status: 400,
    body: { detail: 'Too much.', errors: [{ field: 'amount_paid', message: 'Too much.' }] },
  });
  await dispatchSync();
  expect((await entries())[0]).toMatchObject({ state: 'rejected', lastError: 'Too much.' });
  expect(badge.setAppBadge).toHaveBeenLastCalledWith(1);
});

it('without a connection the browser is told to try again later, and the payment waits', async () => {
  await closeWithPayment();
  server.offline = true;
  await expect(dispatchSync()).rejects.toThrow('wait');
  expect(await states()).toEqual(['unknown']);
  server.offline = false;
  await dispatchSync();
  expect(applied()).toEqual([1]);
});

it('nothing is sent for a user who has signed out', async () => {
  await closeWithPayment();
  clearTokens();
  await dispatchSync();
  expect(server.timesApplied.size).toBe(0);
});

it('a browser without Background Sync is left no tokens', async () => {
  Reflect.deleteProperty(globalThis, 'SyncManager');
  expect(await handOver()).toBe(false);
});
