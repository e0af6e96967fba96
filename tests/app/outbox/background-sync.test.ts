import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { readHandedOver } from '#app/api/handed-over-session.ts';
import { clearTokens, storeTokens } from '#app/api/session.ts';
import { keepBackgroundSync } from '#app/outbox/sender/background-sync.ts';
import { EMPTY_OUTBOX, publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { FakeCaches } from '../background/fake-platform.ts';
import { flush } from './device.ts';
import { publishInstallments } from './entries.ts';
import { FakeLocks } from './fake-locks.ts';
import { FakeServer } from './fake-server.ts';

const register = vi.fn(async () => undefined);
const badge = { setAppBadge: vi.fn(async () => undefined), clearAppBadge: vi.fn(async () => undefined) };
let visibility: DocumentVisibilityState;
let stop = () => {};

const fakeNavigator = (values: object) => {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(navigator, name, { value, configurable: true });
};

beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.stubGlobal('caches', new FakeCaches());
  vi.stubGlobal('SyncManager', class {});
  const registration = { active: {}, sync: { register } };
  fakeNavigator({
    ...badge,
    locks: new FakeLocks(),
    serviceWorker: { getRegistration: async () => registration },
  });
  storeTokens(new FakeServer().signIn('mona'));
  reportReachable();
  publishOutbox(EMPTY_OUTBOX);
});
afterEach(() => {
  stop();
  clearTokens();
  publishOutbox(EMPTY_OUTBOX);
  for (const name of ['locks', 'serviceWorker', 'setAppBadge', 'clearAppBadge'])
    Reflect.deleteProperty(navigator, name);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

function hide(): void {
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
}

it('a page that goes into the background with waiting entries leaves them to the service worker', async () => {
  stop = keepBackgroundSync();
  publishInstallments('queued');
  await flush();
  expect(register).not.toHaveBeenCalled();
  hide();
  await flush();
  expect(register).toHaveBeenCalledExactlyOnceWith('send-outbox');
  expect(await readHandedOver()).toMatchObject({ session: { owner: { ownerId: 'mona' } } });
});

it('so does a page without a connection', async () => {
  stop = keepBackgroundSync();
  publishInstallments('queued');
  reportUnreachable();
  await flush();
  expect(register).toHaveBeenCalled();
});

it('entries that need the user are not left to it', async () => {
  stop = keepBackgroundSync();
  publishInstallments('rejected', 'auth');
  hide();
  await flush();
  expect(register).not.toHaveBeenCalled();
  expect(await readHandedOver()).toBeUndefined();
});

it('a refreshed session replaces the one that was left', async () => {
  stop = keepBackgroundSync();
  publishInstallments('queued');
  hide();
  await flush();
  storeTokens({ ...new FakeServer().signIn('mona'), refresh: 'newer' });
  await flush();
  expect((await readHandedOver())?.session.refresh).toBe('newer');
});

it('nothing of the session is left where the browser refuses to register', async () => {
  register.mockRejectedValueOnce(new DOMException('No permission', 'NotAllowedError'));
  stop = keepBackgroundSync();
  publishInstallments('queued');
  hide();
  await flush();
  expect(await readHandedOver()).toBeUndefined();
});

it('nothing of the session is left once everything is sent, or after the sign-out', async () => {
  stop = keepBackgroundSync();
  for (const end of [() => publishInstallments('done'), clearTokens]) {
    publishInstallments('queued');
    hide();
    await flush();
    expect(await readHandedOver()).toBeDefined();
    end();
    await flush();
    expect(await readHandedOver()).toBeUndefined();
  }
});

it('the badge counts what waits and what needs the user, and is cleared at 0 and at the sign-out', () => {
  stop = keepBackgroundSync();
  publishInstallments('queued', 'rejected', 'done');
  expect(badge.setAppBadge).toHaveBeenLastCalledWith(2);
  publishInstallments('done');
  expect(badge.clearAppBadge).toHaveBeenCalledTimes(1);
  publishInstallments('queued');
  stop();
  expect(badge.clearAppBadge).toHaveBeenCalledTimes(2);
});

it('browsers without Background Sync, badges or service workers go on as before', async () => {
  Reflect.deleteProperty(globalThis, 'SyncManager');
  for (const name of ['serviceWorker', 'setAppBadge', 'clearAppBadge'])
    Reflect.deleteProperty(navigator, name);
  stop = keepBackgroundSync();
  publishInstallments('queued');
  expect(hide).not.toThrow();
  await flush();
  expect(register).not.toHaveBeenCalled();
});
