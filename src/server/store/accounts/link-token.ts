import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Minutes until a mailed link expires (decisions 25 and 49). */
export const LINK_MINUTES = 30;

/** Creates the token of a link: 32 random bytes as base64url. */
export const createLinkToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns what is stored of a link: its SHA-256, so that the database opens none. */
export const hashOfLink = (token: string): string => createHash('sha256').update(token).digest('hex');
