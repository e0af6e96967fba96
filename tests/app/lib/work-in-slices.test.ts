import { expect, it, vi } from 'vitest';
import { workInSlices } from '#app/lib/idle-work.ts';

/** Makes each look at the clock find it this much later, in milliseconds. */
function passing(milliseconds: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += milliseconds;
    return now;
  });
}

it('work on many items lets other tasks of the page run in between', async () => {
  passing(3);
  const seen: (number | string)[] = [];
  setTimeout(() => seen.push('a key'));
  await workInSlices([1, 2, 3], (item) => seen.push(item));
  expect(seen).toEqual([1, 2, 'a key', 3]);
});

it('work that is done at once holds no other task back, and takes none of its own', async () => {
  passing(0);
  const pause = vi.fn(() => Promise.resolve());
  vi.stubGlobal('scheduler', { yield: pause });
  const seen: number[] = [];
  await workInSlices([1, 2, 3], (item) => seen.push(item));
  expect(seen).toEqual([1, 2, 3]);
  expect(pause).not.toHaveBeenCalled();
});

it('work goes on right after waiting keys where the browser can tell', async () => {
  passing(5);
  const pause = vi.fn(() => Promise.resolve());
  vi.stubGlobal('scheduler', { yield: pause });
  await workInSlices([1, 2, 3], () => undefined);
  expect(pause).toHaveBeenCalledTimes(3);
});
