import type pg from 'pg';
import type { BackupHeader } from './backup-format.ts';
import type { Leap } from './leap.ts';
import { quoted } from './stored-tables.ts';

/** Holds what a database has given before its rows are replaced: a restore goes on beyond it. */
export interface GivenBefore {
  /** The highest version of any record. */
  readonly version: number;
  /** The last student code of each branch, by its id. */
  readonly codes: ReadonlyMap<string, number>;
}

const nothingGiven: GivenBefore = { version: 0, codes: new Map() };

async function versionedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'version' order by 1`,
  );
  return rows.map(({ name }) => quoted(name));
}

/** Reads the highest version and the last codes of a database whose rows are about to be replaced. */
export async function readGiven(client: pg.Client): Promise<GivenBefore> {
  const tables = await versionedTables(client);
  const highest = tables.map((name) => `(select max(version) from ${name})`);
  const { rows } = await client.query<{ version: number | null }>(
    `select greatest(${highest.join() || 'null'}) as version`,
  );
  const counters = await client.query<{ branch: string; last: number }>(
    'select branch_id::text as branch, last::integer from student_counter',
  );
  return {
    version: rows[0]?.version ?? 0,
    codes: new Map(counters.rows.map(({ branch, last }) => [branch, last])),
  };
}

/** Raises the versions of all records. */
async function raiseVersions(client: pg.Client, leap: number): Promise<void> {
  for (const name of await versionedTables(client)) {
    await client.query(`alter table ${name} disable trigger user`);
    await client.query(`update ${name} set version = version + $1`, [leap]);
    await client.query(`alter table ${name} enable trigger user`);
  }
}

/**
 * Makes the database another generation, so that devices notice the restore (decision 93). Versions and student codes go on beyond the
 * backup and beyond what the database had given before.
 */
export async function beginGeneration(
  client: pg.Client,
  { made_at }: Pick<BackupHeader, 'made_at'>,
  leap: Leap,
  given = nothingGiven,
): Promise<void> {
  await raiseVersions(client, given.version + leap.versions);
  await client.query('update generation set id = gen_random_uuid(), restored_from = $1', [made_at]);
  await client.query(
    `insert into student_counter as kept (branch_id, last)
      select id, greatest(coalesce(before.last, 0), 0) + $1 from branch
        left join json_to_recordset($2::json) as before(branch bigint, last integer) on before.branch = branch.id
      on conflict (branch_id) do update set last = greatest(kept.last, excluded.last - $1) + $1`,
    [leap.codes, JSON.stringify([...given.codes].map(([branch, last]) => ({ branch, last })))],
  );
}
