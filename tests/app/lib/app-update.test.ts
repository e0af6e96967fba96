import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { updateLater, updateNow, useUpdateReady, watchForUpdates } from '#app/lib/app-update.ts';
import { blockReload } from '#app/lib/update-guard.ts';

const worker = vi.hoisted(() => ({
  skipWaiting: vi.fn(),
  registration: new EventTarget(),
}));

vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener() {}
    register = async () => worker.registration;
    update = async () => {};
    messageSkipWaiting = worker.skipWaiting;
  },
}));

/** Watches a page whose first version is at work, with what its registration has beside that. */
async function watch(found: { waiting?: EventTarget; installing?: EventTarget }): Promise<void> {
  worker.registration = Object.assign(new EventTarget(), {
    ...{ active: {}, waiting: null, installing: null },
    ...found,
  });
  await watchForUpdates();
}

function install(version: EventTarget): void {
  Object.assign(worker.registration, { installing: version });
  worker.registration.dispatchEvent(new Event('updatefound'));
}

function finishInstallation(version: EventTarget): void {
  Object.assign(worker.registration, { installing: null, waiting: version });
  version.dispatchEvent(new Event('statechange'));
}

const isOffered = () => renderHook(useUpdateReady).result.current;

const reload = vi.fn();
let workers: EventTarget;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  workers = Object.assign(new EventTarget(), { controller: {} });
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: workers });
  vi.stubGlobal('location', { reload });
  await watch({ waiting: new EventTarget() });
  worker.skipWaiting.mockImplementation(replaceWorker);
});
afterEach(() => {
  reload.mockReset();
  worker.skipWaiting.mockReset();
  updateLater();
});

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

it('44 a version that is being installed when the app begins to watch is offered once it waits', async () => {
  updateLater();
  const version = new EventTarget();
  await watch({ installing: version });
  expect(isOffered()).toBe(false);
  finishInstallation(version);
  expect(isOffered()).toBe(true);
});

it('44 each version that comes while the page stays open is offered, also after "Later"', async () => {
  for (const version of [new EventTarget(), new EventTarget()]) {
    updateLater();
    install(version);
    expect(isOffered()).toBe(false);
    finishInstallation(version);
    expect(isOffered()).toBe(true);
  }
});

it('44 the first version to be installed is no update', async () => {
  updateLater();
  const version = new EventTarget();
  await watch({ installing: version });
  Object.assign(worker.registration, { active: null });
  finishInstallation(version);
  expect(isOffered()).toBe(false);
});
