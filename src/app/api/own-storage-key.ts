import { importStorageKey } from '#app/lib/encryption.ts';
import { storageKeys } from './storage-key.ts';

/** Returns the key of a user on this device; undefined until a sign-in has brought it, or without WebCrypto. */
export async function ownStorageKey(ownerId: string): Promise<CryptoKey | undefined> {
  const owned = storageKeys().find((stored) => stored.ownerId === ownerId);
  return owned && importStorageKey(owned.key);
}
