import type pg from 'pg';
import { openDatabase } from '#server/db/open-database.ts';
import { tokensOfUsers } from '../../support/extra-users.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { startServerOfBench } from '../children.ts';
import type { BranchSize } from './branch-size.ts';
import { fillBranch } from './fill-branch.ts';
import { openQueryLoad, type QueryLoad } from './query-load.ts';

/** Users of a load of 32 requests at once: each may have four at work. */
const USERS = 8;

/** Describes a server with a durable database and a filled branch. */
export interface BranchUnderBench {
  readonly size: BranchSize;
  /** The owner's connections to the database. */
  readonly owner: pg.PoolConfig;
  readonly ask: (connections: number) => QueryLoad;
  readonly server: Pick<RunningServer, 'port' | 'dataDir' | 'env'>;
  /** Access tokens of several users. */
  readonly tokens: readonly string[];
  readonly remove: () => Promise<void>;
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
    await fillBranch(database.owner, size, neighbours);
    const tokens = await tokensOfUsers(server, USERS);
    const remove = async () => {
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
