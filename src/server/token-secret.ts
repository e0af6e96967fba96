import path from 'node:path';
import type { ServerConfig } from './config.ts';
import { dataFolder } from './data-folder.ts';
import { secretFile } from './secret-file.ts';
import { reasonOf, StartupError } from './startup-error.ts';
import { isStrongSecret } from './strong-secret.ts';

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
