import { connection, onConnectionChange } from './connection.ts';

const RELOADED_FOR_KEY = 'branch-desk.reloaded-for';

/** Messages of all browsers for a failed dynamic import; there is no other sign of it. */
const CHUNK_LOAD_MESSAGE =
  /dynamically imported module|importing a module script failed|error loading dynamically|preload css/i;

/** An old page meets a newer server, or there is no connection. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && CHUNK_LOAD_MESSAGE.test(error.message);
}

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
