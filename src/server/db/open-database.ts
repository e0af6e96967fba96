import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ServerConfig } from '#server/platform/config.ts';
import { dataFolder } from '#server/platform/config.ts';
import { startCluster } from '#server/platform/postgres/cluster.ts';
import { supervise } from '#server/platform/postgres/postmaster.ts';
import { codeOf, reasonOf, StartupError } from '#server/platform/startup-error.ts';
import { type DatabaseSettings, withClient } from './connections.ts';

export interface OpenDatabase {
  /** Settings of the owner, for migrations and pools; connect.ts drops to the server role. */
  readonly owner: DatabaseSettings;
  readonly embedded: boolean;
  readonly stop: () => Promise<void>;
}

export interface OpenOptions {
  readonly attach?: boolean;
  /** False turns fsync off, for tests and the demo: a power loss may lose commits. */
  readonly durable?: boolean;
  readonly onCrash?: (reason: string) => void;
  readonly onExit?: (reason: string) => void;
  readonly report?: (line: string) => void;
}

/** Embedded PostgreSQL is restarted after a crash at the same socket, so that pools recover. */
export async function openDatabase(
  config: Pick<ServerConfig, 'dataDir' | 'databaseUrl'>,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    const settings = { connectionString: config.databaseUrl };
    const owner = { ...settings, sharesSessions: await isBehindPooler(settings, options.report) };
    return { owner, embedded: false, stop: async () => {} };
  }
  const folder = path.join(dataFolder(config), 'database');
  const { settings: owner, postmaster } = await startInFolder(folder, options);
  if (postmaster === undefined) return { owner, embedded: true, stop: async () => {} };

  const stop = supervise(postmaster, {
    start: async () => (await startCluster(folder, { ...options, attach: false })).postmaster,
    untilPossible: (signal) => waitForRoom(folder, signal),
    onCrash: options.onCrash,
    onExit: options.onExit,
  });
  return { owner, embedded: true, stop };
}

async function startInFolder(folder: string, options: OpenOptions) {
  try {
    return await startCluster(folder, options);
  } catch (error) {
    if (error instanceof StartupError || !['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? ''))
      throw error;
    throw new StartupError(
      `The database in ${folder} may not be opened by this user: run this as the user who runs the server (${reasonOf(error)}).`,
    );
  }
}

/** PostgreSQL names its own process when a connection begins, a pooler, in any mode, another number. */
async function sharesSessions(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return !('processID' in client) || client.processID !== rows[0]?.pid;
}

const STARTING_UP = '57P03';
const STARTING_LIMIT_MS = 60_000;

async function isBehindPooler(settings: pg.ClientConfig, report?: (line: string) => void): Promise<boolean> {
  const since = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withClient({ ...settings, connectionTimeoutMillis: 5000 }, sharesSessions);
    } catch (error) {
      if (codeOf(error) !== STARTING_UP || performance.now() - since > STARTING_LIMIT_MS) {
        throw new StartupError(
          `The database of DATABASE_URL cannot be reached: check the address and that it runs (${reasonOf(error)}).`,
        );
      }
      if (attempt === 1) report?.(`Waiting for the database of DATABASE_URL (${reasonOf(error)}).`);
      await sleep(500);
    }
  }
}

/** Bytes that PostgreSQL needs to recover and start: two files of its log. */
const NEEDED = 32 * 1024 * 1024;
const LOOK_AGAIN_MS = 1_000;

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= NEEDED;
  } catch {
    // The start itself reports a fault of the folder.
    return true;
  }
}

async function waitForRoom(folder: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await hasRoom(folder))) {
    await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}
