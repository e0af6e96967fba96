import { sql } from 'kysely';
import type { BranchScope, ScopedTable } from '#server/db/branch-scope.ts';
import type { Repository } from '#server/records/repository.ts';

/** Tells whether a drawer close has counted the money of a record. A close that is under way is waited for if the record was changed. */
export async function isCountedInDrawer(
  scope: BranchScope,
  table: ScopedTable,
  id: bigint,
): Promise<boolean> {
  const line = await scope.first(sql`
    select record_id from ${scope.rows('drawer_line')} as line
    where source = ${table} and record_id = ${id} and close_id is not null limit 1`);
  return line !== undefined;
}

/**
 * Wraps a repository so that cash which a close has counted already, and which is changed, goes into or out of the drawer of who changes
 * it.
 */
export function withDrawerOfAuthor({ create, update, remove }: Repository): Repository {
  const nameAuthor = (scope: BranchScope) =>
    scope.all(sql`select set_config('branch_desk.user', ${String(scope.userId)}, true),
      set_config('branch_desk.at', ${scope.now.toISOString()}, true)`);
  return {
    create,
    async update(scope, mapping, ...change) {
      if (mapping.resource.cash) await nameAuthor(scope);
      return update(scope, mapping, ...change);
    },
    async remove(scope, mapping, ...which) {
      if (mapping.resource.cash) await nameAuthor(scope);
      return remove(scope, mapping, ...which);
    },
  };
}
