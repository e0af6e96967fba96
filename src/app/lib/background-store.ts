import { parseJson } from './local-storage.ts';

/** The service worker has no localStorage; the page leaves there what it needs to send while the app is closed. */
const CACHE = 'branch-desk.background';
const ADDRESS = '/background';

export const SYNC_TAG = 'send-outbox';

/** Only Chromium sends for a closed app; elsewhere nothing is left. */
export const syncsInBackground = (): boolean =>
  'SyncManager' in globalThis && 'caches' in globalThis && navigator.locks !== undefined;

/** Undefined if nothing is left. Never throws. */
export async function readBackground(): Promise<unknown> {
  if (!syncsInBackground()) return undefined;
  const text = await caches
    .open(CACHE)
    .then((cache) => cache.match(ADDRESS))
    .then((response) => response?.text())
    .catch(() => undefined);
  return parseJson(text);
}

/** @throws the browser's error */
export async function writeBackground(value: unknown): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(ADDRESS, new Response(JSON.stringify(value)));
}

/** Never throws. */
export async function clearBackground(): Promise<void> {
  if (syncsInBackground()) await caches.delete(CACHE).catch(() => false);
}
