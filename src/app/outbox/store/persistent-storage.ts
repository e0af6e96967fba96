import { createStore } from '#app/lib/store.ts';

export interface StorageState {
  /** True if the browser will not evict the storage on its own. */
  readonly kept: boolean;
  readonly used: number | undefined;
  readonly available: number | undefined;
}

let requested = false;

/** True while the user should read why, before the browser asks. */
export const storageQuestion = createStore(false);

/** The others decide by themselves; nothing but the name tells them apart. */
const asksUser = () => navigator.userAgent.includes('Firefox/');

/** Once a visit, with the first entry that is saved. Where the browser asks the user, the app says why first. */
export async function requestPersistentStorage(): Promise<void> {
  if (requested || !navigator.storage?.persist) return;
  requested = true;
  if (!asksUser()) return persistStorage();
  if (!(await navigator.storage.persisted?.().catch(() => true))) storageQuestion.set(true);
}

export async function persistStorage(): Promise<void> {
  storageQuestion.set(false);
  await navigator.storage.persist().catch(() => false);
}

/** Sizes in bytes; undefined if the browser does not report them. */
export async function storageState(): Promise<StorageState | undefined> {
  if (!navigator.storage?.persisted) return undefined;
  const kept = await navigator.storage.persisted();
  const estimate = await navigator.storage.estimate?.();
  return { kept, used: estimate?.usage, available: estimate?.quota };
}
