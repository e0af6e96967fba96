import { z } from 'zod';
import { importStorageKey } from '#app/lib/encryption.ts';
import { parseJson, readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';

export const STORAGE_KEYS = 'branch-desk.storage-keys';

export interface OwnedStorageKey {
  readonly ownerId: string;
  readonly branchId: string;
  /** 32 bytes in base64. */
  readonly key: string;
}

const storedKeys = z.array(z.object({ ownerId: z.string(), branchId: z.string(), key: z.string().min(1) }));

/** Holds the signed-in user's key. The key of another user stays only until their entries are encrypted. */
export function storageKeys(): readonly OwnedStorageKey[] {
  return storedKeys.safeParse(parseJson(readLocal(STORAGE_KEYS))).data ?? [];
}

const withoutOwner = ({ ownerId, branchId }: Omit<OwnedStorageKey, 'key'>) =>
  storageKeys().filter((stored) => stored.ownerId !== ownerId || stored.branchId !== branchId);

export function keepStorageKey(owned: OwnedStorageKey): void {
  const { ownerId, branchId, key } = owned;
  writeLocal(STORAGE_KEYS, JSON.stringify([...withoutOwner(owned), { ownerId, branchId, key }]));
}

/** Only the next sign-in brings the key back. */
export function deleteStorageKey(owner: Omit<OwnedStorageKey, 'key'>): void {
  const others = withoutOwner(owner);
  if (others.length > 0) writeLocal(STORAGE_KEYS, JSON.stringify(others));
  else removeLocal(STORAGE_KEYS);
}

/** Undefined until a sign-in has brought the key, or without WebCrypto. */
export async function ownStorageKey(ownerId: string): Promise<CryptoKey | undefined> {
  const owned = storageKeys().find((stored) => stored.ownerId === ownerId);
  return owned && importStorageKey(owned.key);
}
