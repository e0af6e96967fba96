import { z } from 'zod';
import { importStorageKey } from '#app/lib/encryption.ts';
import { parseJson, readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';

export const STORAGE_KEYS = 'branch-desk.storage-keys';

/** Holds the key with which a user's records are encrypted on this device while the user is signed out. */
export interface OwnedStorageKey {
  readonly ownerId: string;
  readonly branchId: string;
  /** 32 bytes in base64. */
  readonly key: string;
}

const storedKeys = z.array(z.object({ ownerId: z.string(), branchId: z.string(), key: z.string().min(1) }));

/**
 * Returns the keys that this device holds. The signed-in user's is among them; that of another one stays only
 * until what that user left is encrypted.
 */
export function storageKeys(): readonly OwnedStorageKey[] {
  return storedKeys.safeParse(parseJson(readLocal(STORAGE_KEYS))).data ?? [];
}

const withoutOwner = ({ ownerId, branchId }: Omit<OwnedStorageKey, 'key'>) =>
  storageKeys().filter((stored) => stored.ownerId !== ownerId || stored.branchId !== branchId);

/** Keeps the key that the server sent at sign-in or refresh. */
export function keepStorageKey(owned: OwnedStorageKey): void {
  const { ownerId, branchId, key } = owned;
  writeLocal(STORAGE_KEYS, JSON.stringify([...withoutOwner(owned), { ownerId, branchId, key }]));
}

/** Deletes the key of a user: only the server's answer to the next sign-in brings it back. */
export function deleteStorageKey(owner: Omit<OwnedStorageKey, 'key'>): void {
  const others = withoutOwner(owner);
  if (others.length > 0) writeLocal(STORAGE_KEYS, JSON.stringify(others));
  else removeLocal(STORAGE_KEYS);
}

/** Returns the key of a user on this device; undefined until a sign-in has brought it, or without WebCrypto. */
export async function ownStorageKey(ownerId: string): Promise<CryptoKey | undefined> {
  const owned = storageKeys().find((stored) => stored.ownerId === ownerId);
  return owned && importStorageKey(owned.key);
}
