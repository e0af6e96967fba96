import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { updateNow, watchForUpdates } from '#app/lib/app-update.ts';
import { blockReload } from '#app/lib/update-guard.ts';

const worker = vi.hoisted(() => ({
  skipWaiting: vi.fn(),
  waiting: () => {},
}));

vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(_: 'waiting', listener: () => void) {
      worker.waiting = listener;
    }
    register = async () => ({});
    update = async () => {};
    messageSkipWaiting = worker.skipWaiting;
  },
}));

const reload = vi.fn();
/** The page's service worker container, with one worker in control. */
let workers: EventTarget;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  workers = Object.assign(new EventTarget(), { controller: {} });
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: workers });
  vi.stubGlobal('location', { reload });
  await watchForUpdates();
  worker.waiting();
  worker.skipWaiting.mockImplementation(replaceWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reload.mockReset();
  worker.skipWaiting.mockReset();
});

/** Simulates that the accepted version takes over, in any tab. */
const replaceWorker = () => workers.dispatchEvent(new Event('controllerchange'));

it('44 update accepted while a form has changes: not activated', async () => {
  const release = blockReload('unsaved');
  expect(await updateNow()).toBe('unsaved');
  expect(worker.skipWaiting).not.toHaveBeenCalled();
  release();
  expect(await updateNow()).toBeUndefined();
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
});

it('44 update accepted, but the browser keeps the older version: says so after the time limit', async () => {
  vi.useFakeTimers();
  worker.skipWaiting.mockReset();
  const accepted = updateNow();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await accepted).toBe('inactive');
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
});

it('44 update accepted while an entry is sent: activated as soon as it has been sent', async () => {
  const release = blockReload('sending');
  const accepted = updateNow();
  await Promise.resolve();
  expect(worker.skipWaiting).not.toHaveBeenCalled();
  release();
  expect(await accepted).toBeUndefined();
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
});

it('44 update accepted while an entry hangs: not activated after the time limit', async () => {
  vi.useFakeTimers();
  const release = blockReload('sending');
  const accepted = updateNow();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await accepted).toBe('sending');
  release();
  await Promise.resolve();
  expect(worker.skipWaiting).not.toHaveBeenCalled();
});

it('44 accepted elsewhere: this tab reloads once nothing can be lost', async () => {
  const release = blockReload('unsaved');
  replaceWorker();
  await Promise.resolve();
  expect(reload).not.toHaveBeenCalled();
  release();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
