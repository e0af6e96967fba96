import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '#server/demo/branch-factory.ts';
import { childrenOf } from '../support/processes.ts';

function postmasterPid(dataDir: string): number {
  const [pid] = readFileSync(join(dataDir, 'database', 'pg', 'postmaster.pid'), 'utf8').split('\n');
  return Number(pid);
}

/** Kills all database processes, only the postmaster or only one child, as the kernel does out of memory. */
export function killPostgres(dataDir: string, random: Random): void {
  const postmaster = postmasterPid(dataDir);
  const children = childrenOf(postmaster);
  const victims = random.pick([[postmaster, ...children], [postmaster], [random.pick(children)]]);
  for (const pid of victims) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The child may have exited with its parent.
    }
  }
}
