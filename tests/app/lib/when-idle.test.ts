import { expect, it, vi } from 'vitest';
import { whenIdle } from '#app/lib/idle-work.ts';

it('whenIdle waits for an idle callback with the given timeout', async () => {
  const idleCallback = vi.fn((done: () => void) => done());
  vi.stubGlobal('requestIdleCallback', idleCallback);
  await whenIdle(5_000);
  expect(idleCallback).toHaveBeenCalledWith(expect.any(Function), { timeout: 5_000 });
});

it('whenIdle resolves after a short delay without requestIdleCallback', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  vi.useFakeTimers();
  const resolved = vi.fn();
  void whenIdle(5_000).then(resolved);
  expect(resolved).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(resolved).toHaveBeenCalledOnce();
});
