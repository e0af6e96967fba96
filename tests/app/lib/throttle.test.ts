import { expect, it, vi } from 'vitest';
import { throttle } from '#app/lib/timers.ts';

it('runs at once after a pause, else once when the interval is over', () => {
  vi.useFakeTimers();
  const work = vi.fn();
  const { run, cancel } = throttle(work, 10_000);
  run();
  expect(work).toHaveBeenCalledTimes(1);
  for (let time = 0; time < 50; time++) {
    run();
    vi.advanceTimersByTime(100);
  }
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(work).toHaveBeenCalledTimes(2);
  run();
  cancel();
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(2);
  run();
  expect(work).toHaveBeenCalledTimes(3);
});
