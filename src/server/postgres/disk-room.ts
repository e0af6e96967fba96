import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** What PostgreSQL needs at least to recover and start: two files of its log, in bytes. */
const NEEDED = 32 * 1024 * 1024;
const LOOK_AGAIN_MS = 1_000;

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= NEEDED;
  } catch {
    // The start itself says what is wrong with the folder.
    return true;
  }
}

/** Waits until the disk of a folder has room for a start of PostgreSQL; returns at once when the signal is aborted. */
export async function waitForRoom(folder: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await hasRoom(folder))) {
    await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}
