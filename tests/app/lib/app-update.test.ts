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
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reload.mockReset();
  worker.skipWaiting.mockReset();
});

/** Simulates that the accepted version takes over, in any tab. */
const takeOver = () => workers.dispatchEvent(new Event('controllerchange'));

it('44 update accepted while a form has changes: refused', async () => {
  const over = blockReload('unsaved');
  expect(await updateNow()).toBe('unsaved');
  expect(worker.skipWaiting).not.toHaveBeenCalled();
  over();
  expect(await updateNow()).toBeUndefined();
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
});

it('44 update accepted while an entry is sent: goes on as soon as it is over', async () => {
  const over = blockReload('sending');
  const accepted = updateNow();
  await Promise.resolve();
  expect(worker.skipWaiting).not.toHaveBeenCalled();
  over();
  expect(await accepted).toBeUndefined();
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
});

it('44 update accepted while an entry hangs: refused after a while', async () => {
  vi.useFakeTimers();
  const over = blockReload('sending');
  const accepted = updateNow();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await accepted).toBe('sending');
  over();
  await Promise.resolve();
  expect(worker.skipWaiting).not.toHaveBeenCalled();
});

it('44 accepted elsewhere: this tab reloads once nothing can be lost by it', async () => {
  const over = blockReload('unsaved');
  takeOver();
  await Promise.resolve();
  expect(reload).not.toHaveBeenCalled();
  over();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
