import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  blockReload,
  hasUnsavedChanges,
  isReloadBlocked,
  untilNothingIsSending,
  whenReloadAllowed,
} from '#app/lib/update-guard.ts';

it('this tab is busy until every reason is gone', async () => {
  const idle = vi.fn();
  const formDone = blockReload('unsaved');
  const sent = blockReload('sending');
  void whenReloadAllowed().then(idle);

  formDone();
  formDone();
  await Promise.resolve();
  expect(isReloadBlocked()).toBe(true);
  expect(await hasUnsavedChanges()).toBe(false);
  expect(idle).not.toHaveBeenCalled();

  sent();
  await vi.waitFor(() => expect(idle).toHaveBeenCalledOnce());
  expect(isReloadBlocked()).toBe(false);
});

it('entries that are tried again on a bad line do not keep it from being reloaded', () => {
  const over = blockReload('retrying');
  expect(isReloadBlocked()).toBe(false);
  over();
});

/** Simulates Web Locks shared by all tabs. */
class Locks {
  readonly held = new Map<string, Promise<unknown>>();
  query = async () => ({ held: [...this.held.keys()].map((name) => ({ name })), pending: [] });
  request = async (name: string, { signal }: { signal?: AbortSignal }, work: () => unknown) => {
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    await Promise.race([this.held.get(name), ...(signal ? [aborted] : [])]);
    return work();
  };
}

describe('another tab', () => {
  let locks: Locks;
  beforeEach(() => {
    locks = new Locks();
    vi.stubGlobal('navigator', { ...navigator, locks });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('that holds something unsaved is seen through its lock', async () => {
    expect(await hasUnsavedChanges()).toBe(false);
    locks.held.set('branch-desk.unsaved', Promise.resolve());
    expect(isReloadBlocked()).toBe(false);
    expect(await hasUnsavedChanges()).toBe(true);
  });

  it('that is sending is waited for, but not for ever', async () => {
    expect(await untilNothingIsSending(10_000)).toBe(true);
    let sent = () => {};
    const sending = new Promise<void>((resolve) => {
      sent = resolve;
    });
    locks.held.set('branch-desk.sending', sending);
    expect(await untilNothingIsSending(1)).toBe(false);
    const over = untilNothingIsSending(10_000);
    sent();
    expect(await over).toBe(true);
  });
});
