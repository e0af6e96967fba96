import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { codeOf, reasonOf, StartupError } from '#server/startup-error.ts';

/** Rejects an existing file unless `force` is set. @throws {StartupError} */
function assertMayCreate(file: string, force: boolean): void {
  if (!force && existsSync(file)) {
    throw new StartupError(`${file} is there already: choose another name, or replace it with --force.`);
  }
}

/**
 * Writes gzipped text to a new file with mode 0600. It is written and synced as FILE.partial, then renamed, so a crash leaves no
 * incomplete FILE.
 * @returns the file size in bytes
 * @throws {StartupError} if the file exists or cannot be written
 */
export async function writeNewFile(
  file: string,
  text: () => AsyncIterable<string>,
  { force }: { readonly force: boolean },
): Promise<number> {
  assertMayCreate(file, force);
  const partial = `${file}.partial`;
  try {
    await rm(partial, { force: true });
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(text()), createGzip(), target);
    assertMayCreate(file, force);
    await rename(partial, file);
    await syncFolder(path.dirname(file));
    return target.bytesWritten;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    if (error instanceof StartupError || !isFileSystemError(error)) throw error;
    throw new StartupError(`The backup cannot be written to ${file} (${reasonOf(error)}).`);
  }
}

/** Tells a failed file system call from a database error, which has no `syscall`. */
function isFileSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && /^E[A-Z]+$/.test(codeOf(error) ?? '');
}

/** Syncs the folder, so that the rename survives a power loss. Some systems cannot open folders and need no sync. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // The file itself is synced already.
  }
}
