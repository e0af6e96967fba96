import { readFileSync } from 'node:fs';
import { StartupError } from './startup-error.ts';

/** Enough for few users: modules, which load at the same time, the database, and some tablets. */
const MIN_OPEN_FILES = 512;

function openFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

export function requireOpenFiles(): void {
  const limit = openFilesLimit();
  if (limit === undefined || limit >= MIN_OPEN_FILES) return;
  throw new StartupError(
    `The server may open only ${limit} files, and needs at least ${MIN_OPEN_FILES}: raise the limit with "ulimit -n 4096" before it starts, or LimitNOFILE=4096 in its systemd unit.`,
  );
}
