import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { ServerConfig } from './config.ts';
import { secretFile } from './secret-file.ts';
import { reasonOf, StartupError } from './startup-error.ts';

/**
 * Makes the data folder if need be, and answers its real path. Others may pass through it but not list it: the embedded database
 * can run under a user of its own.
 * @throws {StartupError} when it cannot be made or written to
 */
export function dataFolder(config: Pick<ServerConfig, 'dataDir'>): string {
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
    accessSync(config.dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(config.dataDir);
  } catch (error) {
    throw new StartupError(
      `The data folder ${config.dataDir} cannot be written to: choose another with DATA_DIR or change its permissions (${reasonOf(error)}).`,
    );
  }
}

/**
 * What tokens are signed with: TOKEN_SECRET, else a secret made once and kept in the data folder.
 * @throws {StartupError} when it cannot be kept
 */
export function tokenSecret(config: Pick<ServerConfig, 'dataDir' | 'tokenSecret'>): string {
  if (config.tokenSecret !== undefined) return config.tokenSecret;
  const folder = dataFolder(config);
  try {
    return secretFile(path.join(folder, 'token-secret'));
  } catch (error) {
    throw new StartupError(
      `The token secret cannot be kept in ${folder}: set TOKEN_SECRET (${reasonOf(error)}).`,
    );
  }
}
