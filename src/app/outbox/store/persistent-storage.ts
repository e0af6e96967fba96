import { messages } from '../texts.en.ts';

/**
 * Describes the app's storage on the device. Sizes in bytes; undefined if the browser does not report them.
 */
export interface StorageState {
  /** Whether the browser has granted persistent storage and will not evict it on its own. */
  readonly kept: boolean;
  readonly used: number | undefined;
  readonly available: number | undefined;
}

let requested = false;

/** Requests persistent storage, once per page load. The browser decides by itself or asks the user. */
export async function requestPersistentStorage(): Promise<void> {
  if (requested || !navigator.storage?.persist) return;
  requested = true;
  await navigator.storage.persist().catch(() => false);
}

/** Reads the state of the storage; undefined if the browser does not report it. */
export async function storageState(): Promise<StorageState | undefined> {
  if (!navigator.storage?.persisted) return undefined;
  const kept = await navigator.storage.persisted();
  const estimate = await navigator.storage.estimate?.();
  return { kept, used: estimate?.usage, available: estimate?.quota };
}

/** Formats bytes, such as "3.2 MB". */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes >= 1000
    ? messages.gigabytes({ amount: String(Math.round(megabytes / 1000)) })
    : messages.megabytes({ amount: megabytes.toFixed(megabytes < 10 ? 1 : 0) });
}
