import pg from 'pg';
import { z } from 'zod';
import { openDatabase } from '#server/db/open-database.ts';
import { sessionWithToken, testSecret } from '../../support/access-token.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { startServerOfBench } from '../children.ts';
import type { BranchSize } from '../growth/branch-size.ts';
import { fillBranch } from '../growth/fill-branch.ts';

/** Of the branch that misbehaves; the others have a tenth of its students with their payments. */
const size: BranchSize = { payments: 10_000, students: 450, months: 12 };
const TABLETS = 4;
export const HEAP_MB = 256;
export const METRICS_TOKEN = 'token-of-the-bench';

export interface BranchOfBench {
  readonly id: string;
  /** Access tokens of the tablets, each of another user. */
  readonly tokens: readonly string[];
}

export interface ManyBranches {
  readonly owner: pg.PoolConfig;
  readonly branches: readonly BranchOfBench[];
  readonly servers: readonly RunningServer[];
  readonly addServer: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const settings = {
  TOKEN_SECRET: testSecret,
  METRICS_TOKEN,
  LOG_LEVEL: 'error',
  NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
};

const idOf = z.object({ branch_id: z.string(), id: z.string() });

/** Adds the users of the tablets and signs them in, without passwords: a thousand hashes take minutes. */
async function signIn(client: pg.Client): Promise<BranchOfBench[]> {
  const { rows } = await client.query(
    `with added as (
       insert into person (home_branch_id, email, password_hash, first_name, last_name)
       select branch.id, 'tablet' || n || '@branch' || branch.id || '.example', '', 'Tablet', n::text
       from branch, generate_series(1, $1) n order by branch.id, n returning home_branch_id, id)
     insert into app_user (branch_id, person_id, account_type)
     select home_branch_id, id, 'manager' from added order by id returning branch_id, id`,
    [TABLETS],
  );
  const query = async (text: string, values: unknown[]) => (await client.query(text, values)).rows;
  const tokens = new Map<string, string[]>();
  for (const { branch_id, id } of idOf.array().parse(rows)) {
    const user = { branchId: BigInt(branch_id), userId: BigInt(id) };
    const { access } = await sessionWithToken(query, user);
    tokens.set(branch_id, [...(tokens.get(branch_id) ?? []), access]);
  }
  // As on a server whose users came one after the other; autovacuum would do it after a minute.
  await client.query('vacuum analyze person, app_user, session');
  return [...tokens].map(([id, ofBranch]) => ({ id, tokens: ofBranch }));
}

const addressOf = ({ host, port, user, password, database }: pg.PoolConfig) =>
  `postgres://${user}:${password}@localhost:${port}/${database}?host=${host}`;

export async function manyBranches(count: number): Promise<ManyBranches> {
  const first = await startServerOfBench(settings);
  const servers = [first];
  try {
    const { owner, stop } = await openDatabase(
      { dataDir: first.dataDir, databaseUrl: undefined },
      { attach: true },
    );
    await fillBranch(owner, size, count - 1);
    const client = new pg.Client(owner);
    await client.connect();
    const branches = await signIn(client).finally(() => client.end());
    return {
      owner,
      branches,
      servers,
      async addServer() {
        servers.push(await startServerOfBench({ ...settings, DATABASE_URL: addressOf(owner) }));
      },
      async remove() {
        for (const further of servers.slice(1)) await further.remove();
        await stop();
        await first.remove();
      },
    };
  } catch (error) {
    await first.remove();
    throw error;
  }
}
