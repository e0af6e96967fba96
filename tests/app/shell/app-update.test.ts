import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateNow, watchForUpdates } from '#app/shell/app-update.ts';
import { markBusy } from '#app/shell/busy.ts';

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
/** The service workers of the page, of which one is in charge. */
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

/** The version that was accepted, in whichever tab, takes this one over. */
const takeOver = () => workers.dispatchEvent(new Event('controllerchange'));

test.each([
  'a form has changes',
  'rows are sending',
])('44 update accepted while %s: refused', async (reason) => {
  const over = markBusy(reason);
  expect(await updateNow()).toBe(false);
  expect(worker.skipWaiting).not.toHaveBeenCalled();
  over();
  expect(await updateNow()).toBe(true);
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
});

test('44 accepted elsewhere: this tab reloads once nothing can be lost by it', async () => {
  const over = markBusy('a form has changes');
  takeOver();
  await Promise.resolve();
  expect(reload).not.toHaveBeenCalled();
  over();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
