import { Agent } from 'node:http';
import type pg from 'pg';
import { withLock } from '#server/db/locks.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { tokensOfUsers } from '../../support/extra-users.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { startServerOfBench } from '../children.ts';
import { sendRequest } from '../requests.ts';
import type { BranchSize } from './branch-size.ts';
import { fillBranch } from './fill-branch.ts';

interface QueryLoad {
  /** Sends a request and returns the length of the answer. @throws {Error} unless the status is 200 or 201 */
  readonly get: (path: string) => Promise<number>;
  readonly post: (path: string, body: object, key: string) => Promise<number>;
  readonly end: () => void;
}

/** Opens this number of keep-alive connections to the server. The requests are those of these users in turn. */
function openQueryLoad(origin: string, tokens: readonly string[], connections: number): QueryLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let sent = 0;
  const send = async (method: 'GET' | 'POST', path: string, body?: object, key?: string) => {
    const token = tokens[sent++ % tokens.length] ?? '';
    const { status, length } = await sendRequest(agent, {
      method,
      url: `${origin}/api${path}`,
      token,
      body,
      key,
    });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}`);
    return length;
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body, key) => send('POST', path, body, key),
    end: () => agent.destroy(),
  };
}

/** Users of a load of 32 requests at once: each may have four at work. */
const USERS = 8;

export interface BranchUnderBench {
  readonly size: BranchSize;
  readonly owner: pg.PoolConfig;
  readonly ask: (connections: number) => QueryLoad;
  readonly server: Pick<RunningServer, 'port' | 'dataDir' | 'env'>;
  readonly tokens: readonly string[];
  readonly remove: () => Promise<void>;
}

/** The server's first backup would be made, and tried, while the queries are measured. */
function withoutBackups(owner: pg.PoolConfig): {
  readonly end: () => void;
  readonly ended: Promise<unknown>;
} {
  let end = () => {};
  const untilEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  const ended = withLock(owner, 'backup', () => untilEnd).catch(() => undefined);
  return { end, ended };
}

export async function branchUnderBench(size: BranchSize, neighbours = 0): Promise<BranchUnderBench> {
  const server = await startServerOfBench({
    ACCESS_TOKEN_SECONDS: '3600',
    LOG_LEVEL: 'warn',
  });
  try {
    const database = await openDatabase(
      { dataDir: server.dataDir, databaseUrl: undefined },
      { attach: true },
    );
    const { end, ended } = withoutBackups(database.owner);
    await fillBranch(database.owner, size, neighbours);
    const tokens = await tokensOfUsers(server, USERS);
    const remove = async () => {
      end();
      await ended;
      await database.stop();
      await server.remove();
    };
    return {
      size,
      owner: database.owner,
      ask: (connections) => openQueryLoad(server.origin, tokens, connections),
      server,
      tokens,
      remove,
    };
  } catch (error) {
    await server.remove();
    throw error;
  }
}
