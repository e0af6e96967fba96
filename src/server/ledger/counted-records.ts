import { sql } from 'kysely';
import type { BranchScope, ScopedTable } from '#server/db/branch-scope.ts';

/** Waits for a running close if the record was changed. */
export async function isCountedInDrawer(
  scope: BranchScope,
  table: ScopedTable,
  id: string,
): Promise<boolean> {
  const line = await scope.first(sql`
    select record_id from ${scope.rows('movement')} as counted
    where source = ${table} and record_id = ${id} and close_id is not null limit 1`);
  return line !== undefined;
}
