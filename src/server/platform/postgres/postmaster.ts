import { spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf, StartupError } from '#server/platform/startup-error.ts';
import type { ClusterFolder } from './cluster-folder.ts';
import { isPostgresOf, readIfThere, startTimeOf } from './processes.ts';

export const databaseUser = 'branch_desk';
export const socketPort = 5432;

const hasKernelLock = process.platform === 'linux';
const EXIT_LOCKED = 75;
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 30_000;
const MAX_LOG_BYTES = 5_000_000;

/**
 * A new database is created beside its folder and moved there when complete. Files of a killed server are removed only under the lock,
 * and without flock (on other systems than Linux) after a look at the process in postmaster.pid.
 */
const script = `set -e
if [ -z "$GUARDED" ] && kill -0 "$(head -n 1 pg/postmaster.pid)" 2>/dev/null; then exit ${EXIT_LOCKED}; fi
printf '%s' "$OWNER" > owner
if [ ! -e pg/PG_VERSION ]; then
  rm -rf new
  $INITDB_PREFIX "$BIN/initdb" -D "$PWD/new" -U ${databaseUser} --auth=scram-sha-256 --pwfile=password --encoding=UTF8 \\
    --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C --no-instructions $INITDB >&2
  mv new pg
  sync .
fi
rm -f making
if [ -n "$GUARDED" ]; then rm -f pg/postmaster.pid "$RUN/.s.PGSQL.${socketPort}" "$RUN/.s.PGSQL.${socketPort}.lock"; fi
exec "$BIN/postgres" "$@"`;

function settingsOf({ socketFolder }: ClusterFolder, durable: boolean): string[] {
  const durability = durable ? 'on' : 'off';
  const settings = {
    listen_addresses: '',
    port: socketPort,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: 100,
    // Few processes suffice for one branch, and containers may not allow huge pages.
    io_method: 'sync',
    max_parallel_workers_per_gather: 0,
    huge_pages: 'off',
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Error details would repeat entered data in the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    fsync: durability,
    synchronous_commit: durability,
    full_page_writes: durability,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

export function findPostmaster(data: string): { readonly pid: number; readonly ready: boolean } | undefined {
  const lines = readIfThere(path.join(data, 'postmaster.pid')).split('\n');
  const pid = Number(lines[0]);
  return isPostgresOf(pid, data) ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** Each program execs the next, so that the child is PostgreSQL itself and holds the lock. */
function commandOf(folder: ClusterFolder): string[] {
  const shell = ['sh', '-c', script, 'sh', '-D', folder.data];
  if (!hasKernelLock) return shell;
  const lock = ['flock', '-n', '-F', '-E', String(EXIT_LOCKED), folder.lock];
  return [...lock, ...folder.privileges.prefix, 'setpriv', '--pdeathsig', 'INT', '--', ...shell];
}

function openLog(file: string): number {
  const isTooLarge = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES;
  return openSync(file, isTooLarge ? 'w' : 'a', 0o600);
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function launch(folder: ClusterFolder, native: string, durable: boolean) {
  const [program = '', ...rest] = [...commandOf(folder), ...settingsOf(folder, durable)];
  const log = openLog(folder.log);
  const child = spawn(program, rest, {
    cwd: folder.root,
    // Own process group: Ctrl-C must not stop PostgreSQL before requests in flight are answered.
    detached: true,
    stdio: ['ignore', 'ignore', log],
    env: {
      PATH: process.env.PATH,
      LD_LIBRARY_PATH: `${folder.libraries}:${path.join(native, 'lib')}`,
      LC_ALL: 'C',
      TZ: 'UTC',
      BIN: path.join(native, 'bin'),
      RUN: folder.socketFolder,
      OWNER: `${process.pid} ${startTimeOf(process.pid)}`,
      INITDB_PREFIX: folder.privileges.initdbPrefix.join(' '),
      INITDB: durable ? '' : '--no-sync',
      GUARDED: hasKernelLock ? 'yes' : '',
    },
  });
  closeSync(log);
  const ended = new Promise<Exit>((resolve, reject) => {
    child.once('error', (error) => reject(new StartupError(missingProgramMessage(program, error))));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return { child, ended };
}

function missingProgramMessage(program: string, error: Error): string {
  return `The embedded database needs the program ${program} (Debian's package util-linux has it): install it, or set DATABASE_URL (${reasonOf(error)}).`;
}

export interface Postmaster {
  readonly pid: number;
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Creates the database if there is none. 'locked': a process of this database lives already. */
export async function startPostmaster(
  folder: ClusterFolder,
  native: string,
  durable: boolean,
): Promise<Postmaster | 'locked'> {
  const { child, ended } = launch(folder, native, durable);
  let exit: Exit | undefined;
  const watched = ended.then((result) => {
    exit = result;
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (exit === undefined) {
    const found = findPostmaster(folder.data);
    if (found?.ready && found.pid === child.pid) {
      return {
        pid: found.pid,
        ended: ended.then(({ code, signal }) => `ended with ${signal ?? `code ${code}`}`),
        async stop() {
          child.kill('SIGINT');
          const forceStop = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
          await ended;
          clearTimeout(forceStop);
        },
      };
    }
    if (performance.now() > deadline) child.kill('SIGQUIT');
    await Promise.race([watched, sleep(10)]);
  }
  if (exit.code === EXIT_LOCKED) return 'locked';
  const lastLines = readIfThere(folder.log).trim().split('\n').slice(-3).join(' / ');
  throw new StartupError(
    `PostgreSQL did not start (${exit.signal ?? `code ${exit.code}`}), see ${folder.log}: ${lastLines}`,
  );
}

const RESTART_DELAYS_MS = [0, 200, 500, 1000, 2000, 5000, 5000, 5000];

const STABLE_AFTER_MS = 60_000;

interface SuperviseOptions {
  readonly start: () => Promise<Postmaster | undefined>;
  readonly onCrash: ((reason: string) => void) | undefined;
  readonly onExit: ((reason: string) => void) | undefined;
  /** Waits before each attempt while it cannot succeed, such as on a full disk; the wait is not an attempt. */
  readonly untilPossible?: (signal: AbortSignal) => Promise<void>;
  readonly pauses?: readonly number[];
}

/** Returns a function that stops it for good. */
export function supervise(
  first: Postmaster,
  { start, onCrash, onExit, untilPossible, pauses = RESTART_DELAYS_MS }: SuperviseOptions,
): () => Promise<void> {
  let stopping = false;
  let current: Postmaster | undefined = first;
  const interrupt = new AbortController();

  async function restart(
    reason: string,
    attempts: number,
  ): Promise<{ next: Postmaster; attempts: number } | undefined> {
    let lastReason = reason;
    for (let attempt = attempts; attempt < pauses.length; attempt += 1) {
      await sleep(pauses[attempt], undefined, { signal: interrupt.signal }).catch(() => {});
      await untilPossible?.(interrupt.signal);
      if (stopping) return undefined;
      try {
        const next = await start();
        if (next !== undefined) return { next, attempts: attempt + 1 };
      } catch (error) {
        lastReason = reasonOf(error);
      }
    }
    onExit?.(lastReason);
    return undefined;
  }

  async function watch(): Promise<void> {
    let attempts = 0;
    while (current !== undefined) {
      const since = performance.now();
      const reason = await current.ended;
      current = undefined;
      if (stopping) return;
      onCrash?.(reason);
      const restarted = await restart(reason, performance.now() - since > STABLE_AFTER_MS ? 0 : attempts);
      current = restarted?.next;
      attempts = restarted?.attempts ?? 0;
      if (stopping) await current?.stop();
    }
  }

  const watching = watch();
  return async () => {
    stopping = true;
    interrupt.abort();
    await current?.stop();
    await watching;
  };
}
