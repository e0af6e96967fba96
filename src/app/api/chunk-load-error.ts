import { connection, onConnectionChange } from './connection.ts';

const KEY = 'branch-desk.reloaded-for';

/** What browsers say when a part of the program can't be fetched; there is no other sign of it. */
const MISSING =
  /dynamically imported module|importing a module script failed|error loading dynamically|preload css/i;

/** Whether a part of the program is not there: an old page meets a newer server, or there is no connection. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && MISSING.test(error.message);
}

/**
 * Reloads for a missing part of the program, once for each address and only when online: the reload then gets the
 * newer version whole. Answers whether it does.
 */
export function reloadOnceForChunk(error: unknown): boolean {
  if (!isChunkLoadError(error) || navigator.onLine === false) return false;
  try {
    if (sessionStorage.getItem(KEY) === location.href) return false;
    sessionStorage.setItem(KEY, location.href);
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** Calls back whenever there may be a connection again, until stopped. */
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

/** The page is there: the next missing part may reload again. */
export function clearChunkReload(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage nothing was kept.
  }
}
