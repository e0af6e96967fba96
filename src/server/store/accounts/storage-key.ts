import type { Kysely } from 'kysely';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import type { Database } from '#server/store/database.ts';

/**
 * Reads the key that a user's devices encrypt unsent entries with, in base64 (decision 97). It never changes:
 * another password must not make what a device holds unreadable.
 */
export async function readStorageKey(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
): Promise<string | undefined> {
  const user = await db
    .selectFrom('app_user')
    .select('storage_key')
    .where('branch_id', '=', branchId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.storage_key.toString('base64');
}
