import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { codeOf, reasonOf, StartupError } from '#server/startup-error.ts';

/** Refuses a file that is there already, unless it may be replaced. @throws {StartupError} */
function refuseToReplace(file: string, force: boolean): void {
  if (!force && existsSync(file)) {
    throw new StartupError(`${file} is there already: choose another name, or replace it with --force.`);
  }
}

/**
 * Writes compressed text to a new file that only its owner may read. It bears its name only when all of it is on the disk; until then, and
 * after a crash, it is FILE.partial.
 * @returns its size in bytes
 * @throws {StartupError} when it is there already, or cannot be written
 */
export async function writeNewFile(
  file: string,
  text: () => AsyncIterable<string>,
  { force }: { readonly force: boolean },
): Promise<number> {
  refuseToReplace(file, force);
  const partial = `${file}.partial`;
  try {
    await rm(partial, { force: true });
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(text()), createGzip(), target);
    refuseToReplace(file, force);
    await rename(partial, file);
    await syncFolder(path.dirname(file));
    return target.bytesWritten;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    if (error instanceof StartupError || !isOfTheDisk(error)) throw error;
    throw new StartupError(`The backup cannot be written to ${file} (${reasonOf(error)}).`);
  }
}

/** A system call on a file that failed; what the database says carries no such name. */
function isOfTheDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && /^E[A-Z]+$/.test(codeOf(error) ?? '');
}

/** The new name is on the disk too; some systems can't open folders, and keep it anyway. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Nothing more can be done for it.
  }
}
