import path from 'node:path';
import type { ServerConfig } from './config.ts';
import { dataFolder } from './data-folder.ts';
import { secretFile } from './secret-file.ts';
import { reasonOf, StartupError } from './startup-error.ts';

const MIN_BYTES = 32;
const MIN_DIFFERENT_CHARACTERS = 8;

/** Returns how many bytes a secret was made of: two hex digits are one, other text counts as it is. */
function bytesOf(secret: string): number {
  return /^[\da-f]+$/i.test(secret) ? secret.length / 2 : Buffer.byteLength(secret);
}

/** Tells whether a secret can hold 32 random bytes (decision 51). A short one is guessed from any token. */
export function isStrongSecret(secret: string): boolean {
  const text = secret.trim();
  return bytesOf(text) >= MIN_BYTES && new Set(text).size >= MIN_DIFFERENT_CHARACTERS;
}

/**
 * Returns the secret for signing tokens: TOKEN_SECRET, else one stored in the data folder.
 * @throws {StartupError} if it cannot be stored, or the stored one is too short
 */
export function tokenSecret(config: Pick<ServerConfig, 'dataDir' | 'tokenSecret'>): string {
  if (config.tokenSecret !== undefined) return config.tokenSecret;
  const file = path.join(dataFolder(config), 'token-secret');
  const secret = readOrCreate(file);
  if (!isStrongSecret(secret)) {
    throw new StartupError(
      `${file} holds fewer than 32 random bytes: delete it, and the next start makes a new one; everyone signs in again.`,
    );
  }
  return secret;
}

function readOrCreate(file: string): string {
  try {
    return secretFile(file);
  } catch (error) {
    throw new StartupError(
      `The token secret cannot be kept in ${path.dirname(file)}: set TOKEN_SECRET (${reasonOf(error)}).`,
    );
  }
}
