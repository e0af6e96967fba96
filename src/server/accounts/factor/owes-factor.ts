import { type Kysely, sql } from 'kysely';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import type { Database } from '#server/db/database.ts';

/** Such a user has no session (decision 160). */
export async function owesFactor(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
): Promise<boolean> {
  const { rows } = await sql<{ owes: boolean }>`select owes_factor(${branchId}, ${userId}) as owes`.execute(
    db,
  );
  return rows[0]?.owes === true;
}
