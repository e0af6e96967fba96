import 'fake-indexeddb/auto';
import { FakeLocks } from '../../app/outbox/fake-locks.ts';
import { seededRandom } from '../seeded-ids.ts';
import { simulateClock } from './simulated-clock.ts';

/** Web Locks of this device. */
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

const set = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** What the app's outbox finds in a browser: storage, a page that is looked at, locks, an API on the page's own origin, and chance. */
export function installBrowserGlobals(origin: string, seed: number): void {
  const { randomUUID, random } = seededRandom(seed);
  crypto.randomUUID = randomUUID;
  Math.random = random;
  set('window', new EventTarget());
  set('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  set('localStorage', new MemoryStorage());
  set('navigator', { onLine: true, userAgent: 'Chaos', language: 'en', locks });
  const throughNetwork = globalThis.fetch;
  set('fetch', (input: string, init?: RequestInit) => throughNetwork(new URL(input, origin), init));
  simulateClock();
}
