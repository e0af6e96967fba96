import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** One row for each pending entry that a device announced; `arrived.key` is null for one that has not arrived. */
const pendingEntries = sql`device_store as announced
  cross join lateral jsonb_array_elements(announced.entries) with ordinality as listed (entry, place)
  left join idempotency as arrived
    on arrived.branch_id = announced.branch_id and arrived.key = (entry ->> 'key')::uuid and arrived.status < 300`;

/**
 * The oldest entry that a device of any branch announced, that has not arrived, and whose loss nobody has checked.
 * @returns its age in seconds by the database's clock; 0 without one
 */
export async function oldestEntryAge(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ age: number | null }>`
    select greatest(0, extract(epoch from now() - min((entry ->> 'entered_at')::timestamptz)))::float8 as age
    from ${pendingEntries} where announced.checked_at is null and arrived.key is null`.execute(db);
  return rows[0]?.age ?? 0;
}

interface PartlyArrived {
  readonly branch_id: bigint;
  readonly store: string;
  readonly user_id: bigint;
  readonly entries: string;
  readonly missing: string;
}

/** What a device announces meanwhile stays. */
export async function dropArrivedEntries(transaction: Transaction<Database>): Promise<void> {
  const { rows } = await sql<PartlyArrived>`
    select announced.branch_id, announced.store, announced.user_id, announced.entries::text as entries,
      coalesce(jsonb_agg(entry order by place) filter (where arrived.key is null), '[]')::text as missing
    from ${pendingEntries} group by 1, 2, 3, announced.entries having count(arrived.key) > 0`.execute(
    transaction,
  );
  for (const { branch_id, store, user_id, entries, missing } of rows)
    await sql`update device_store set entries = ${missing}::jsonb
      where branch_id = ${branch_id} and store = ${store} and user_id = ${user_id} and entries = ${entries}::jsonb`.execute(
      transaction,
    );
}
