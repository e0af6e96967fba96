import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ServerConfig } from '#server/platform/config.ts';

const actions: (() => unknown)[] = [];

/** Runs after the file, not after each test: tests may run concurrently. */
export async function cleanUp(): Promise<void> {
  for (const action of actions.splice(0).reverse()) await action();
}

/** Registers a clean-up that runs after the file's tests, last registered first. */
export function afterwards(action: () => unknown): void {
  actions.push(action);
}

/** Creates a folder that is removed after the file. Other users may read it, as in a usual checkout, unless `mode` differs. */
export function temporaryFolder(mode = 0o755): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'branch-desk-'));
  chmodSync(folder, mode);
  afterwards(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

/** Returns the path of a data folder that does not exist yet, in a temporary folder. */
export function place(name = 'data', mode?: number): Pick<ServerConfig, 'dataDir' | 'databaseUrl'> {
  return { dataDir: path.join(temporaryFolder(mode), name), databaseUrl: undefined };
}
