import { afterEach, expect, it, vi } from 'vitest';
import { AttemptStore } from '#server/http/login-rate-limit.ts';

const WINDOW = 60_000;
const DAY = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
});

function attempt(store: AttemptStore, key: string) {
  const counted = { current: 0, ttl: 0 };
  store.incr(key, (_, result) => Object.assign(counted, result), WINDOW);
  return counted;
}

it('attempts are counted for a minute, however the clock jumps', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const store = new AttemptStore();
  expect(attempt(store, 'a')).toEqual({ current: 1, ttl: WINDOW });
  vi.setSystemTime(Date.now() - DAY);
  expect(attempt(store, 'a')).toEqual({ current: 2, ttl: WINDOW });
  vi.setSystemTime(Date.now() + 2 * DAY);
  expect(attempt(store, 'a')).toEqual({ current: 3, ttl: WINDOW });
  expect(attempt(store.child(), 'a').current).toBe(1);
  vi.advanceTimersByTime(WINDOW - 1);
  expect(attempt(store, 'a')).toEqual({ current: 4, ttl: 1 });
  vi.advanceTimersByTime(1);
  expect(attempt(store, 'a')).toEqual({ current: 1, ttl: WINDOW });
});

it('the count of those who came longest ago is forgotten first', () => {
  const store = new AttemptStore();
  attempt(store, 'first');
  for (let at = 0; at < 4_999; at += 1) attempt(store, `other ${at}`);
  expect(attempt(store, 'first').current).toBe(2);
  attempt(store, 'one more');
  expect(attempt(store, 'first').current).toBe(3);
  expect(attempt(store, 'other 0').current).toBe(1);
});
