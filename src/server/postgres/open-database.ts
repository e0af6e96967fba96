import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ServerConfig } from '#server/config.ts';
import { dataFolder } from '#server/data-folder.ts';
import { codeOf, reasonOf, StartupError } from '#server/startup-error.ts';
import { startCluster } from './cluster.ts';
import { supervise } from './supervise.ts';

/** A database that can be used now. */
export interface OpenDatabase {
  /** For making roles and migrating, and for pools that live through its crash; the server's own queries run with less. */
  readonly owner: pg.PoolConfig;
  readonly embedded: boolean;
  /** Ends the embedded server if this process started it. */
  readonly stop: () => Promise<void>;
}

export interface OpenOptions {
  /** Use the embedded server that another process runs, if one does. */
  readonly attach?: boolean;
  /** False, for tests only: a commit may be lost with the power. */
  readonly durable?: boolean;
  /** The embedded server crashed; it is being started again. */
  readonly onCrash?: (reason: string) => void;
  /** It could not be started again. */
  readonly onExit?: (reason: string) => void;
}

/**
 * Opens the database: the one of DATABASE_URL, else the embedded one in the data folder. An embedded server that crashes is started
 * again at the same socket, so a pool of connections recovers by itself.
 * @throws {StartupError} in plain words when there is none to be had
 */
export async function openDatabase(
  config: Pick<ServerConfig, 'dataDir' | 'databaseUrl'>,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    const owner = { connectionString: config.databaseUrl, onConnect: hearBreaks };
    await checkReachable(owner);
    return { owner, embedded: false, stop: async () => {} };
  }
  const folder = path.join(dataFolder(config), 'database');
  const { settings, postmaster } = await startInFolder(folder, options);
  const owner = { ...settings, onConnect: hearBreaks };
  if (postmaster === undefined) return { owner, embedded: true, stop: async () => {} };

  const stop = supervise(postmaster, {
    start: async () => (await startCluster(folder, { ...options, attach: false })).postmaster,
    onCrash: options.onCrash,
    onExit: options.onExit,
  });
  return { owner, embedded: true, stop };
}

/** A pool listens to its idle connections only: one that broke during a query, unheard, would end the process. */
function hearBreaks(client: pg.ClientBase): void {
  client.on('error', () => {});
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

/** A database that is just coming up gets a few seconds; any other refusal is final. */
async function checkReachable(settings: pg.ClientConfig): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const client = new pg.Client({ ...settings, connectionTimeoutMillis: 5000 });
      client.on('error', () => {});
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (codeOf(error) !== '57P03' || tries === 10) {
        throw new StartupError(
          `The database of DATABASE_URL cannot be reached: check the address and that it runs (${reasonOf(error)}).`,
        );
      }
      await sleep(500);
    }
  }
}
