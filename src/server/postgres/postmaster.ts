import { spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf, StartupError } from '#server/startup-error.ts';
import type { ClusterFolder } from './cluster-folder.ts';
import { isPostgresOf, readIfThere, startTimeOf } from './processes.ts';

export const databaseUser = 'branch_desk';
export const socketPort = 5432;

const guarded = process.platform === 'linux';
const lockedByAnother = 75;
const longestStart = 300_000;
const longestShutdown = 30_000;
const longestLog = 5_000_000;

/**
 * Runs under the lock and as PostgreSQL's user. A database is made beside its place and moved there whole. What a killed server left
 * is removed only under the lock, which proves that none of its processes lives. Where there is no such lock (not on Linux) the
 * number PostgreSQL leaves in its file has to do.
 */
const script = `set -e
if [ -z "$GUARDED" ] && kill -0 "$(head -n 1 pg/postmaster.pid)" 2>/dev/null; then exit ${lockedByAnother}; fi
printf '%s' "$OWNER" > owner
if [ ! -e pg/PG_VERSION ]; then
  rm -rf new
  "$BIN/initdb" -D "$PWD/new" -U ${databaseUser} --auth=scram-sha-256 --pwfile=password --encoding=UTF8 \\
    --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C --no-instructions $INITDB >&2
  mv new pg
  sync .
fi
if [ -n "$GUARDED" ]; then rm -f pg/postmaster.pid "$RUN/.s.PGSQL.${socketPort}" "$RUN/.s.PGSQL.${socketPort}.lock"; fi
exec "$BIN/postgres" "$@"`;

function settingsOf({ socketFolder }: ClusterFolder, durable: boolean): string[] {
  const safe = durable ? 'on' : 'off';
  const settings = {
    listen_addresses: '',
    port: socketPort,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: 100,
    // Fewer processes for one branch's load, and shared memory only where containers allow it.
    io_method: 'sync',
    max_parallel_workers_per_gather: 0,
    huge_pages: 'off',
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The details of an error repeat what people entered.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    fsync: safe,
    synchronous_commit: safe,
    full_page_writes: safe,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The living server of this database, by the file it writes. */
export function findPostmaster(data: string): { readonly pid: number; readonly ready: boolean } | undefined {
  const lines = readIfThere(path.join(data, 'postmaster.pid')).split('\n');
  const pid = Number(lines[0]);
  return isPostgresOf(pid, data) ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** The command: one chain of programs that each become the next, so that the child is the server itself and holds the lock. */
function commandOf(place: ClusterFolder): string[] {
  const shell = ['sh', '-c', script, 'sh', '-D', place.data];
  if (!guarded) return shell;
  const lock = ['flock', '-n', '-F', '-E', String(lockedByAnother), place.lock];
  return [...lock, ...place.privileges.prefix, 'setpriv', '--pdeathsig', 'INT', '--', ...shell];
}

function openLog(file: string): number {
  const grown = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > longestLog;
  return openSync(file, grown ? 'w' : 'a', 0o600);
}

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function launch(place: ClusterFolder, native: string, durable: boolean) {
  const [program = '', ...rest] = [...commandOf(place), ...settingsOf(place, durable)];
  const log = openLog(place.log);
  const child = spawn(program, rest, {
    cwd: place.folder,
    // A Ctrl-C in the terminal must not end the database before the requests in flight are answered.
    detached: true,
    stdio: ['ignore', 'ignore', log],
    env: {
      PATH: process.env.PATH,
      LD_LIBRARY_PATH: `${place.libraries}:${path.join(native, 'lib')}`,
      LC_ALL: 'C',
      TZ: 'UTC',
      BIN: path.join(native, 'bin'),
      RUN: place.socketFolder,
      OWNER: `${process.pid} ${startTimeOf(process.pid)}`,
      INITDB: durable ? '' : '--no-sync',
      GUARDED: guarded ? 'yes' : '',
    },
  });
  closeSync(log);
  const ended = new Promise<End>((resolve, reject) => {
    child.once('error', (error) => reject(new StartupError(noProgram(program, error))));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return { child, ended };
}

function noProgram(program: string, error: Error): string {
  return `The embedded database needs the program ${program} (Debian's package util-linux has it): install it, or set DATABASE_URL (${reasonOf(error)}).`;
}

/** A server that this process started; it ends with it. */
export interface Postmaster {
  readonly pid: number;
  /** Settles with a few words on how it ended. */
  readonly ended: Promise<string>;
  /** Rolls back what is open, writes a checkpoint and ends. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, making the database first if there is none.
 * @returns 'locked' when a process of this database lives already
 * @throws {StartupError} with the last words of its log when it does not come up
 */
export async function startPostmaster(
  place: ClusterFolder,
  native: string,
  durable: boolean,
): Promise<Postmaster | 'locked'> {
  const { child, ended } = launch(place, native, durable);
  let end: End | undefined;
  const watched = ended.then((how) => {
    end = how;
  });
  const until = Date.now() + longestStart;
  while (end === undefined) {
    const found = findPostmaster(place.data);
    if (found?.ready && found.pid === child.pid) {
      return {
        pid: found.pid,
        ended: ended.then(({ code, signal }) => `ended with ${signal ?? `code ${code}`}`),
        async stop() {
          child.kill('SIGINT');
          const hard = setTimeout(() => child.kill('SIGQUIT'), longestShutdown);
          await ended;
          clearTimeout(hard);
        },
      };
    }
    if (Date.now() > until) child.kill('SIGQUIT');
    await Promise.race([watched, sleep(10)]);
  }
  if (end.code === lockedByAnother) return 'locked';
  const words = readIfThere(place.log).trim().split('\n').slice(-3).join(' / ');
  throw new StartupError(
    `PostgreSQL did not start (${end.signal ?? `code ${end.code}`}), see ${place.log}: ${words}`,
  );
}
