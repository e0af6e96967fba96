import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what a backup must not show (decision 160): AES-256-GCM, as nonce, tag and text. */
export interface Encryption {
  readonly encrypt: (personId: bigint, secret: Uint8Array) => Buffer;
  /** Undefined if it was encrypted with another key, or for another person. */
  readonly decrypt: (personId: bigint, encrypted: Uint8Array) => Buffer | undefined;
}

/** The key follows from the token secret, so that every server on the database has it. */
export function createEncryption(tokenSecret: string): Encryption {
  const key = Buffer.from(hkdfSync('sha256', tokenSecret, '', 'branch-desk second factor', 32));
  return {
    encrypt(personId, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(String(personId)));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    decrypt(personId, encrypted) {
      const bytes = Buffer.from(encrypted);
      const textAt = NONCE_BYTES + TAG_BYTES;
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(String(personId))).setAuthTag(bytes.subarray(NONCE_BYTES, textAt));
        return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
