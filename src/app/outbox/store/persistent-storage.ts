/** What the browser says of the room this app has on the device. Sizes in bytes; undefined where it does not say. */
export interface StorageState {
  /** Whether the browser has promised not to clear it by itself. */
  readonly kept: boolean;
  readonly used: number | undefined;
  readonly available: number | undefined;
}

let asked = false;

/** Asks the browser, once a visit, to keep what is stored. It answers by itself, or asks the person. */
export async function requestPersistentStorage(): Promise<void> {
  if (asked || !navigator.storage?.persist) return;
  asked = true;
  await navigator.storage.persist().catch(() => false);
}

/** Reads how the storage stands; undefined where the browser does not tell. */
export async function storageState(): Promise<StorageState | undefined> {
  if (!navigator.storage?.persisted) return undefined;
  const kept = await navigator.storage.persisted();
  const estimate = await navigator.storage.estimate?.();
  return { kept, used: estimate?.usage, available: estimate?.quota };
}

/** Bytes in words: "3.2 MB". */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes >= 1000
    ? `${Math.round(megabytes / 1000)} GB`
    : `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB`;
}
