import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** Such a person has no session (decision 160). */
export async function owesFactor(db: Kysely<Database>, personId: bigint): Promise<boolean> {
  const { rows } = await sql`select from owes_factor where person_id = ${personId} limit 1`.execute(db);
  return rows.length > 0;
}
