import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  blockReload,
  hasUnsavedChanges,
  isReloadBlocked,
  untilNothingIsSending,
  whenReloadAllowed,
} from '#app/lib/update-guard.ts';
import { gate } from '../../support/gate.ts';
import { FakeLocks } from '../outbox/fake-locks.ts';

it('a reload of this tab stays blocked until every reason is removed', async () => {
  const onReloadAllowed = vi.fn();
  const releaseForm = blockReload('unsaved');
  const finishSending = blockReload('sending');
  void whenReloadAllowed().then(onReloadAllowed);

  releaseForm();
  releaseForm();
  await Promise.resolve();
  expect(isReloadBlocked()).toBe(true);
  expect(await hasUnsavedChanges()).toBe(false);
  expect(onReloadAllowed).not.toHaveBeenCalled();

  finishSending();
  await vi.waitFor(() => expect(onReloadAllowed).toHaveBeenCalledOnce());
  expect(isReloadBlocked()).toBe(false);
});

it('retried entries do not block a reload', () => {
  const done = blockReload('retrying');
  expect(isReloadBlocked()).toBe(false);
  done();
});

describe('update guard with another tab', () => {
  let locks: FakeLocks;
  beforeEach(() => {
    locks = new FakeLocks();
    vi.stubGlobal('navigator', { ...navigator, locks });
  });

  it('detects unsaved changes of the other tab by its lock', async () => {
    expect(await hasUnsavedChanges()).toBe(false);
    void locks.request('branch-desk.unsaved', {}, () => gate().until);
    expect(isReloadBlocked()).toBe(false);
    expect(await hasUnsavedChanges()).toBe(true);
  });

  it('waits for the other tab to finish sending, up to the time limit', async () => {
    expect(await untilNothingIsSending(10_000)).toBe(true);
    const { letGo: finishSending, until: sending } = gate();
    void locks.request('branch-desk.sending', {}, () => sending);
    expect(await untilNothingIsSending(1)).toBe(false);
    const done = untilNothingIsSending(10_000);
    finishSending();
    expect(await done).toBe(true);
  });
});
