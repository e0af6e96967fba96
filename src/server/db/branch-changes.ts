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
  const branches = sql`${[...known.keys()]}::bigint[]`;
  // In steps: Citus joins a distributed table with the result of a step, but not with the given versions.
  const { rows } = await sql<MovedBranch>`${named}
    with present as materialized (
      select branch_id, sum(changes)::bigint as version from branch_change where branch_id = any(${branches}) group by branch_id
    ), moved as materialized (
      select asked.branch_id, coalesce(present.version, 0) as version
      from unnest(${branches}, ${[...known.values()]}::bigint[]) as asked (branch_id, version)
        left join present on present.branch_id = asked.branch_id
      where coalesce(present.version, 0) is distinct from asked.version
    ), details as materialized (
      select branch_id, json_agg(json_build_object('counter', counter, 'changes', changes, 'named_since', named_since,
        'resources', resources, 'keys', keys)) as counters
      from branch_change where branch_id in (select branch_id from moved) group by branch_id
    )
    select moved.branch_id, moved.version, coalesce(counters, '[]') as counters
    from moved left join details on details.branch_id = moved.branch_id`.execute(db);
  return rows;
}
