import 'fake-indexeddb/auto';
import { FakeLocks } from '../../app/outbox/fake-locks.ts';
import { MemoryStorage } from '../../support/memory-storage.ts';
import { seededRandom } from '../seeded-ids.ts';
import { simulateClock } from './simulated-clock.ts';

export const locks = new FakeLocks();

const defineGlobal = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** Storage, a visible page, locks, fetch, a clock and seeded random numbers. @param start true time, in milliseconds */
export function installBrowserGlobals(origin: string, seed: number, start: number): void {
  const { randomUUID, random, getRandomValues } = seededRandom(seed);
  Object.assign(crypto, { randomUUID, getRandomValues });
  Math.random = random;
  defineGlobal('window', new EventTarget());
  defineGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  defineGlobal('localStorage', new MemoryStorage());
  defineGlobal('navigator', { onLine: true, userAgent: 'Chaos', languages: ['en'], locks });
  const realFetch = globalThis.fetch;
  defineGlobal('fetch', (input: string, init?: RequestInit) => realFetch(new URL(input, origin), init));
  simulateClock(start);
}
