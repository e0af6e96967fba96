import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '#server/demo/seeded-random.ts';

/** The number of the process that is the embedded database of this data folder. */
function postmasterOf(dataDir: string): number {
  const [pid] = readFileSync(join(dataDir, 'database', 'pg', 'postmaster.pid'), 'utf8').split('\n');
  return Number(pid);
}

function parentOf(pid: string): number {
  try {
    const afterName =
      readFileSync(join('/proc', pid, 'stat'), 'utf8')
        .split(') ')
        .at(-1) ?? '';
    return Number(afterName.split(' ')[1]);
  } catch {
    return 0;
  }
}

/** Kills the database's processes as the kernel does where memory runs out: all of them, the first alone, or one of its children. */
export function killPostgres(dataDir: string, chance: Random): void {
  const postmaster = postmasterOf(dataDir);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
    .map(Number);
  const victims = chance.pick([[postmaster, ...children], [postmaster], [chance.pick(children)]]);
  for (const pid of victims) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself when its parent did.
    }
  }
}
