import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, vi } from 'vitest';
import type { Config } from '#server/config.ts';

// Whole programs are started here; on a busy machine that is slow, not wrong.
vi.setConfig({ testTimeout: 60_000 });

const actions: (() => unknown)[] = [];

// After the file and not after each test: tests may run side by side.
afterAll(async () => {
  for (const action of actions.splice(0).reverse()) await action();
});

/** Does this after the tests of the file, the last one first. */
export function afterwards(action: () => unknown): void {
  actions.push(action);
}

/** A folder that is gone afterwards; others may enter it, as in a usual checkout, unless the mode says otherwise. */
export function temporaryFolder(mode = 0o755): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'branch-desk-'));
  chmodSync(folder, mode);
  afterwards(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

/** A data folder that does not exist yet, in a temporary one. */
export function place(name = 'data', mode?: number): Pick<Config, 'dataDir' | 'databaseUrl'> {
  return { dataDir: path.join(temporaryFolder(mode), name), databaseUrl: undefined };
}
