import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import type { ServerConfig } from './config.ts';
import { reasonOf, StartupError } from './startup-error.ts';

/**
 * Creates the data folder if missing and returns its real path. Mode 0711: the embedded database may run as another user, who must be
 * able to enter it but not list it.
 * @throws {StartupError} if it cannot be created or written to
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
