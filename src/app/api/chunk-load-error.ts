import { createStore, useStore } from '#app/lib/store.ts';
import { connection, onConnectionChange } from './connection.ts';

/** Messages of all browsers for a failed dynamic import; there is no other sign of it. */
const CHUNK_LOAD_MESSAGE =
  /dynamically imported module|importing a module script failed|error loading dynamically|preload css/i;

/** An old page meets a newer server, or there is no connection. */
export function isChunkLoadError(error: unknown): error is Error {
  return error instanceof Error && CHUNK_LOAD_MESSAGE.test(error.message);
}

const RELOADED_FOR_KEY = 'branch-desk.reloaded-for';

/**
 * Reloads the page, which loads the newer version as a whole. Only online and once per address.
 * @returns whether the page reloads
 */
export function reloadOnceForChunk(error: unknown): boolean {
  if (!isChunkLoadError(error) || navigator.onLine === false) return false;
  try {
    if (sessionStorage.getItem(RELOADED_FOR_KEY) === location.href) return false;
    sessionStorage.setItem(RELOADED_FOR_KEY, location.href);
  } catch {
    return false;
  }
  location.reload();
  return true;
}

export function whenReachable(listener: () => void): () => void {
  const stop = onConnectionChange(() => {
    if (connection() === 'online') listener();
  });
  window.addEventListener('online', listener);
  return () => {
    stop();
    window.removeEventListener('online', listener);
  };
}

export function clearChunkReload(): void {
  try {
    sessionStorage.removeItem(RELOADED_FOR_KEY);
  } catch {
    // Without session storage there is no marker.
  }
}

const reloadOffered = createStore(false);

export const useReloadOffered = (): boolean => useStore(reloadOffered);

export const declineReload = (): void => reloadOffered.set(false);

/** Milliseconds. A short failure may pass without a request that notices it. */
const RETRY_INTERVAL = 30_000;

/**
 * For a part that its page goes on without. Tries again at every reconnection and every 30 s; offers a reload if the
 * file cannot be had although the server answers: Firefox remembers a failed file as long as the page lives.
 * @param use called once
 * @param failed called after the first failure
 * @returns a function that stops it
 */
export function loadUntilThere<Module>(
  load: () => Promise<Module>,
  use: (module: Module) => void,
  failed: () => void = () => undefined,
): () => void {
  let stopped = false;
  let stopWaiting = () => {};
  const wait = () => {
    const again = () => {
      stopWaiting();
      void attempt(() => {
        if (connection() === 'online') reloadOffered.set(true);
      });
    };
    const timer = setTimeout(again, RETRY_INTERVAL);
    const unsubscribe = whenReachable(again);
    stopWaiting = () => {
      clearTimeout(timer);
      unsubscribe();
    };
  };
  const attempt = async (onFailure: () => void) => {
    const module = await load().catch(() => undefined);
    if (stopped) return;
    if (module) {
      reloadOffered.set(false);
      use(module);
      return;
    }
    wait();
    onFailure();
  };
  void attempt(failed);
  return () => {
    stopped = true;
    stopWaiting();
  };
}

const awaited = new Set<() => Promise<unknown>>();

/** For a part that was opened and did not load, so that it is there at the next tap. */
export function keepLoading(load: () => Promise<unknown>): void {
  if (awaited.has(load)) return;
  awaited.add(load);
  loadUntilThere(load, () => awaited.delete(load));
}
