import { sql } from 'kysely';
import type { BranchScope, ScopedTable } from '#server/db/branch-scope.ts';
import type { Repository } from '#server/records/repository.ts';

/** Waits for a running close if the record was changed. */
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

/** Tells the triggers of drawers who changes money that a close has counted, until the transaction ends. */
export async function nameAuthor(scope: BranchScope): Promise<void> {
  await scope.all(sql`select set_config('branch_desk.user', ${String(scope.userId)}, true),
    set_config('branch_desk.at', ${scope.now.toISOString()}, true)`);
}

/** A change of cash that a close has counted goes into or out of the drawer of the person who makes it. */
export function withDrawerOfAuthor({ create, update, remove }: Repository): Repository {
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
