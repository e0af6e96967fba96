import { type RawBuilder, sql } from 'kysely';
import type { BranchScope } from './branch-scope.ts';

/** The history tells until when it had an earlier name. Renames are read once for all rows of a statement. */
export const branchNameAt = (scope: BranchScope, instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql`coalesce(
    (with rename as materialized (
      select id, at, before ->> 'name' as name from ${scope.rows('history')} as change
        where resource = 'branch-settings' and before ->> 'name' <> after ->> 'name')
      select name from rename where at > ${instant} order by id limit 1),
    (select name from ${scope.rows('branch')} as branch))`;
