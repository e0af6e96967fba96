import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';

/** Reads what the users of the branch are called, disabled ones included, by name. */
export async function readPeople(scope: BranchScope) {
  const rows = await scope.all(sql<{ id: bigint; name: string | null }>`
    select id, person_name(branch_id, id) as name from ${scope.rows('app_user')} as account order by 2, id`);
  return { results: rows.map(({ id, name }) => ({ id: String(id), name: name ?? '' })) };
}
