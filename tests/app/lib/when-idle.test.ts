import { afterEach, expect, it, vi } from 'vitest';
import { whenIdle } from '#app/lib/when-idle.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('waits for a quiet moment, and no longer than it was told to', async () => {
  const asked = vi.fn((done: () => void) => done());
  vi.stubGlobal('requestIdleCallback', asked);
  await whenIdle(5_000);
  expect(asked).toHaveBeenCalledWith(expect.any(Function), { timeout: 5_000 });
});

it('goes on soon where the browser can’t tell', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  vi.useFakeTimers();
  const over = vi.fn();
  void whenIdle(5_000).then(over);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(over).toHaveBeenCalledOnce();
});
