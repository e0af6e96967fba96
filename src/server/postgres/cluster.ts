import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartupError } from '#server/startup-error.ts';
import { type ClusterFolder, prepareClusterFolder } from './cluster-folder.ts';
import { nativeFolder } from './native-binaries.ts';
import { databaseUser, findPostmaster, type Postmaster, socketPort, startPostmaster } from './postmaster.ts';
import { readIfThere, startTimeOf } from './processes.ts';

const longestWait = 60_000;
/** A server that was just asked to end gets this long to do so, for the next one to start without a fuss. */
const ownersGoodbye = 3000;
const orphanPatience = 20_000;

function isFree(lock: string): boolean {
  return process.platform !== 'linux' || spawnSync('flock', ['-n', lock, 'true']).status === 0;
}

/** The number of the process that started the server, if that one still lives. */
function livingOwner(file: string): number | undefined {
  const [number = '', ...birth] = readIfThere(file).split(' ');
  const born = birth.join(' ');
  return born !== '' && startTimeOf(Number(number)) === born ? Number(number) : undefined;
}

function settingsOf({ socketFolder, password }: ClusterFolder): pg.PoolConfig {
  return { host: socketFolder, port: socketPort, user: databaseUser, password, database: 'postgres' };
}

/** A running embedded database. */
export interface Cluster {
  readonly settings: pg.PoolConfig;
  /** Undefined: it belongs to another process. */
  readonly postmaster: Postmaster | undefined;
}

/**
 * Starts the embedded database in this folder, or with `attach` uses the one another process runs there. A server left behind
 * by a killed process is ended first.
 * @throws {StartupError} when another process has it (without `attach`) or it does not come up
 */
export async function startCluster(
  wanted: string,
  { attach = false, durable = true }: { attach?: boolean; durable?: boolean },
): Promise<Cluster> {
  if (process.platform === 'win32') {
    throw new StartupError(
      'The embedded database runs on Linux and macOS only: set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const native = nativeFolder();
  const place = prepareClusterFolder(wanted, native, isFree);
  const settings = settingsOf(place);
  const since = Date.now();
  let askedAt: number | undefined;
  for (;;) {
    const postmaster = await startPostmaster(place, native, durable);
    if (postmaster !== 'locked') return { settings, postmaster };

    const owner = livingOwner(place.owner);
    const running = findPostmaster(place.data);
    if (owner !== undefined && running !== undefined) {
      if (!attach && Date.now() - since > ownersGoodbye) {
        throw new StartupError(
          `The database in ${place.folder} is in use by another running server (process ${owner}): stop that one first, or choose another DATA_DIR.`,
        );
      }
      if (attach && running.ready) return { settings, postmaster: undefined };
    }
    if (owner === undefined && running !== undefined) {
      const firstTime = askedAt === undefined;
      if (askedAt === undefined || Date.now() - askedAt > orphanPatience) {
        process.kill(running.pid, firstTime ? 'SIGINT' : 'SIGQUIT');
        askedAt = Date.now();
      }
    }
    if (Date.now() - since > longestWait) {
      throw new StartupError(
        `The database in ${place.folder} stays locked by another program: stop it first (lock file ${place.lock}).`,
      );
    }
    await sleep(25);
  }
}
