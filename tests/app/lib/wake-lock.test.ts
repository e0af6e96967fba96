import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useWakeLock } from '#app/lib/wake-lock.ts';

let visibility: DocumentVisibilityState;
let held: { released: boolean; release(): Promise<void> }[];

beforeEach(() => {
  visibility = 'visible';
  held = [];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  const request = async () => {
    if (visibility !== 'visible') throw new DOMException('Hidden', 'NotAllowedError');
    const lock = {
      released: false,
      release: async () => {
        lock.released = true;
      },
    };
    held.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
});
afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'));

const settle = () => new Promise((resolve) => setTimeout(resolve));
const released = () => held.map((lock) => lock.released);

async function turn(next: DocumentVisibilityState): Promise<void> {
  visibility = next;
  // The browser releases it when the page is hidden.
  if (next === 'hidden') for (const lock of held) lock.released = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
}

it('the screen stays on while it is wanted, again after the page was hidden, and not after that', async () => {
  const { rerender, unmount } = renderHook(({ active }) => useWakeLock(active), {
    initialProps: { active: false },
  });
  await settle();
  expect(released()).toEqual([]);
  rerender({ active: true });
  await settle();
  expect(released()).toEqual([false]);
  await turn('hidden');
  await turn('visible');
  await turn('visible');
  expect(released()).toEqual([true, false]);
  rerender({ active: false });
  await settle();
  expect(released()).toEqual([true, true]);
  rerender({ active: true });
  await settle();
  unmount();
  await settle();
  expect(released()).toEqual([true, true, true]);
});

it('one that is granted after it is no longer wanted is released', async () => {
  const { unmount } = renderHook(() => useWakeLock(true));
  unmount();
  await settle();
  expect(released()).toEqual([true]);
});

it('browsers without a wake lock, and those that refuse it, go on as before', async () => {
  visibility = 'hidden';
  renderHook(() => useWakeLock(true));
  Reflect.deleteProperty(navigator, 'wakeLock');
  renderHook(() => useWakeLock(true));
  await settle();
  expect(held).toEqual([]);
});
