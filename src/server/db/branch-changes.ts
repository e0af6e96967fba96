import { type Kysely, sql } from 'kysely';
import type { BranchScope } from './branch-scope.ts';
import { named } from './connections.ts';
import type { Database } from './database.ts';

/** Grows with each write: equal versions mean no write in between. Begins with the clock in milliseconds, else 0. */
export async function readBranchVersion(scope: BranchScope): Promise<string> {
  const row = await scope.one(sql<{ version: string }>`
    select coalesce(sum(changes), 0)::text as version from ${scope.rows('branch_change')} as counted`);
  return row.version;
}

export interface ChangeCounter {
  readonly counter: number;
  readonly changes: number;
  /** Nothing is known of the writes up to this count. */
  readonly named_since: number;
  /** Each resource that was written, with the count of its last write. */
  readonly resources: Readonly<Record<string, number>>;
  /** The first characters of the keys of the last writes, newest last; '' for a write without a key. */
  readonly keys: readonly string[];
}

export interface MovedBranch {
  readonly branch_id: bigint;
  readonly version: bigint;
  readonly counters: readonly ChangeCounter[];
}

/** Misses no write, in whatever order transactions commit (decision 199). An undefined version is asked for. */
export async function readMovedBranches(
  db: Kysely<Database>,
  known: ReadonlyMap<bigint, bigint | undefined>,
): Promise<readonly MovedBranch[]> {
  const { rows } = await sql<MovedBranch>`${named}
    select asked.branch_id, now.version, coalesce((
        select json_agg(json_build_object('counter', counter, 'changes', changes, 'named_since', named_since,
          'resources', resources, 'keys', keys)) from branch_change as counted where counted.branch_id = asked.branch_id
      ), '[]') as counters
    from unnest(${[...known.keys()]}::bigint[], ${[...known.values()]}::bigint[]) as asked (branch_id, version)
      cross join lateral (select coalesce(sum(changes), 0)::bigint as version from branch_change as counted
        where counted.branch_id = asked.branch_id) as now
    where now.version is distinct from asked.version`.execute(db);
  return rows;
}
