import 'fake-indexeddb/auto';
import { FakeLocks } from '../../app/outbox/fake-locks.ts';
import { seededRandom } from '../seeded-ids.ts';
import { simulateClock } from './simulated-clock.ts';

/** Simulates the Web Locks of this device. */
export const locks = new FakeLocks();

class MemoryStorage implements Storage {
  readonly #values = new Map<string, string>();
  [name: string]: unknown;
  get length() {
    return this.#values.size;
  }
  key = (index: number) => [...this.#values.keys()][index] ?? null;
  getItem = (key: string) => this.#values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#values.set(key, value);
  removeItem = (key: string) => void this.#values.delete(key);
  clear = () => this.#values.clear();
}

const defineGlobal = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/**
 * Installs the browser globals that the outbox uses: storage, a visible page, locks, fetch, a clock and seeded random numbers.
 * @param start true time at the start, in milliseconds
 */
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
