import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartupError } from '#server/platform/startup-error.ts';
import { type ClusterFolder, nativeFolder, prepareClusterFolder } from './cluster-folder.ts';
import { databaseUser, findPostmaster, socketPort, startPostmaster } from './postmaster.ts';
import { readIfThere, startTimeOf } from './processes.ts';

const START_TIMEOUT_MS = 60_000;
/** Milliseconds to wait for a server that is shutting down; then a start reports that the database is in use. */
const OWNER_SHUTDOWN_MS = 3000;
const ORPHAN_SHUTDOWN_MS = 20_000;

function isFree(lock: string): boolean {
  return process.platform !== 'linux' || spawnSync('flock', ['-n', lock, 'true']).status === 0;
}

function findLiveOwner(file: string): number | undefined {
  const [pid = '', ...rest] = readIfThere(file).split(' ');
  const startTime = rest.join(' ');
  return startTime !== '' && startTimeOf(Number(pid)) === startTime ? Number(pid) : undefined;
}

function settingsOf({ socketFolder, password }: ClusterFolder): pg.PoolConfig {
  return { host: socketFolder, port: socketPort, user: databaseUser, password, database: 'postgres' };
}

/** With `attach` it uses a running database. PostgreSQL left behind by a killed process is stopped first. */
export async function startCluster(
  requested: string,
  { attach = false, durable = true }: { attach?: boolean; durable?: boolean },
) {
  if (process.platform === 'win32') {
    throw new StartupError(
      'The embedded database runs on Linux and macOS only: set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const native = nativeFolder();
  const folder = prepareClusterFolder(requested, native, isFree);
  const settings = settingsOf(folder);
  const since = performance.now();
  let signalledAt: number | undefined;
  for (;;) {
    const postmaster = await startPostmaster(folder, native, durable);
    if (postmaster !== 'locked') return { settings, postmaster };

    const owner = findLiveOwner(folder.owner);
    const running = findPostmaster(folder.data);
    if (owner !== undefined && running !== undefined) {
      if (!attach && performance.now() - since > OWNER_SHUTDOWN_MS) {
        throw new StartupError(
          `The database in ${folder.root} is in use by another running server (process ${owner}): stop that one first, or choose another DATA_DIR.`,
        );
      }
      if (attach && running.ready) return { settings, postmaster: undefined };
    }
    if (owner === undefined && running !== undefined) {
      const isFirstSignal = signalledAt === undefined;
      if (signalledAt === undefined || performance.now() - signalledAt > ORPHAN_SHUTDOWN_MS) {
        process.kill(running.pid, isFirstSignal ? 'SIGINT' : 'SIGQUIT');
        signalledAt = performance.now();
      }
    }
    if (performance.now() - since > START_TIMEOUT_MS) {
      throw new StartupError(
        `The database in ${folder.root} stays locked by another program: stop it first (lock file ${folder.lock}).`,
      );
    }
    await sleep(25);
  }
}
