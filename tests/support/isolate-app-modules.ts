import 'fake-indexeddb/auto';
import { cleanup } from '@testing-library/react';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, vi } from 'vitest';

/** Unfinished work of one file cannot reach the next. The page, React and Chakra are shared: they take long to load. */
vi.resetModules();
// Modules read them as they load. Work that a file has left may have written them after its end.
localStorage.clear();
sessionStorage.clear();
globalThis.indexedDB = new IDBFactory();
Dexie.dependencies.indexedDB = globalThis.indexedDB;
// Clears Dexie's cache: it is keyed by database name, which is the same on every device.
for (const name of Object.keys(Dexie.cache)) Reflect.deleteProperty(Dexie.cache, name);

const started = new Set<ReturnType<typeof setTimeout>>();
const { setTimeout: realTimeout, setInterval: realInterval } = globalThis;

/** How long a form waits for the answer, and a database to be opened, in milliseconds. */
const PATIENCE_MS = 4_000;
const HANG_MS = 60_000;

/** Remembers the timers; the real clock is more patient, as a loaded machine takes longer than 4 s for an answer. */
const remembered = <T extends typeof setTimeout | typeof setInterval>(start: T): T =>
  new Proxy(start, {
    apply(target, self, [work, delay, ...more]) {
      const wait = delay === PATIENCE_MS ? HANG_MS : delay;
      const timer = Reflect.apply(target, self, [work, wait, ...more]);
      started.add(timer);
      return timer;
    },
  });

globalThis.setTimeout = remembered(realTimeout);
globalThis.setInterval = remembered(realInterval);

/** Number of event loop turns that let promises and IndexedDB finish. */
const LAST_TURNS = 100;

afterAll(async () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (let turn = 0; turn < LAST_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
  for (const timer of started) clearTimeout(timer);
  globalThis.setTimeout = realTimeout;
  globalThis.setInterval = realInterval;
  document.body.replaceChildren();
  for (const { attributes } of [document.body, document.documentElement]) {
    for (const { name } of [...attributes]) attributes.removeNamedItem(name);
  }
  history.replaceState(null, '', '/');
});
