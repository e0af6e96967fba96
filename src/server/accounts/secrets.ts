import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** 32 random bytes as base64url: 43 characters. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** SHA-256 in hex. A fast hash is enough for 256 random bits, and lets a secret be found by its hash. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
