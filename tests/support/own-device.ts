import 'fake-indexeddb/auto';
import { cleanup } from '@testing-library/react';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, vi } from 'vitest';

/**
 * The files of these tests share one page and one copy of React and Chakra, whose loading takes longer than most of them. Of the app
 * itself each has a copy of its own, and a device of its own: what a file has begun and not ended cannot reach the next one.
 */
vi.resetModules();
globalThis.indexedDB = new IDBFactory();
Dexie.dependencies.indexedDB = globalThis.indexedDB;
// Answers that Dexie remembers go by the database's name, and every device's is called the same.
for (const name of Object.keys(Dexie.cache)) Reflect.deleteProperty(Dexie.cache, name);

const started = new Set<ReturnType<typeof setTimeout>>();
const { setTimeout: realTimeout, setInterval: realInterval } = globalThis;

/** The same clock, which knows what was started on it. */
const remembered = <T extends typeof setTimeout | typeof setInterval>(start: T): T =>
  new Proxy(start, {
    apply(target, self, args) {
      const timer = Reflect.apply(target, self, args);
      started.add(timer);
      return timer;
    },
  });

globalThis.setTimeout = remembered(realTimeout);
globalThis.setInterval = remembered(realInterval);

/** Turns of the loop in which everything that waits for no clock comes to its end, the databases too. */
const LAST_TURNS = 100;

afterAll(async () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
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
