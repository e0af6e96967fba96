import { z } from 'zod';
import { parseJson } from './local-storage.ts';

const ALGORITHM = 'AES-GCM';
/** As NIST SP 800-38D recommends. */
const IV_BYTES = 12;

/** Of any realm: the database copies them. */
const bytes = z.custom<Uint8Array>((value) => ArrayBuffer.isView(value));

const encryptedValue = z.object({ iv: bytes, data: bytes });

export type EncryptedValue = z.output<typeof encryptedValue>;

const encryptedRow = z.object({ encrypted: encryptedValue });

export const encryptedContentOf = (row: unknown): EncryptedValue | undefined =>
  encryptedRow.safeParse(row).data?.encrypted;

/**
 * 32 bytes in base64. It cannot be exported again.
 * @returns undefined if this page has no WebCrypto, or the text is no key
 */
export async function importStorageKey(text: string): Promise<CryptoKey | undefined> {
  try {
    const raw = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return await crypto.subtle.importKey('raw', raw, ALGORITHM, false, ['encrypt', 'decrypt']);
  } catch {
    return undefined;
  }
}

/** @param context the place of the value; decryption fails for another one */
export async function encryptJson(key: CryptoKey, context: string, value: unknown): Promise<EncryptedValue> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const encoder = new TextEncoder();
  const parameters = { name: ALGORITHM, iv, additionalData: encoder.encode(context) };
  const data = await crypto.subtle.encrypt(parameters, key, encoder.encode(JSON.stringify(value)));
  return { iv, data: new Uint8Array(data) };
}

/** @returns undefined for another key or context, or a damaged value */
export async function decryptJson(
  key: CryptoKey,
  context: string,
  { iv, data }: EncryptedValue,
): Promise<unknown> {
  try {
    const parameters = {
      name: ALGORITHM,
      iv: Uint8Array.from(iv),
      additionalData: new TextEncoder().encode(context),
    };
    return parseJson(
      new TextDecoder().decode(await crypto.subtle.decrypt(parameters, key, Uint8Array.from(data))),
    );
  } catch {
    return undefined;
  }
}
