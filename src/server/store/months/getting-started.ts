import { sql } from 'kysely';
import type { z } from 'zod';
import type { gettingStarted } from '#contract/setup.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';

/** Tells what a new branch has done already, for the hints on its dashboard (decision 60). */
export async function readGettingStarted(scope: BranchScope): Promise<z.output<typeof gettingStarted>> {
  const found = await scope.first(
    sql<z.output<typeof gettingStarted>>`select
      exists (select from ${scope.rows('student')} as one) as students,
      (select count(*) > 1 from (select from ${scope.rows('app_user')} as one limit 2) as found) as users`,
  );
  return found ?? { students: false, users: false };
}
