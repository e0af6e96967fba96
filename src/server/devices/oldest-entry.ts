import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { missingEntries } from './device-entries.ts';

/**
 * The oldest entry that a device of any branch announced, that has not arrived, and whose loss nobody has checked.
 * @returns its age in seconds by the database's clock; 0 without one
 */
export async function oldestEntryAge(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select coalesce(greatest(0, extract(epoch from now() - min((entry ->> 'entered_at')::timestamptz))), 0)::float8 as age
    from device_store as announced, jsonb_array_elements(${missingEntries(sql`idempotency`)}) as entry
    where announced.checked_at is null and jsonb_array_length(announced.entries) > 0`.execute(db);
  return rows[0]?.age ?? 0;
}
