import type { Kysely } from 'kysely';
import type { Language } from '#contract/messages.ts';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import type { Database } from '#server/db/database.ts';
import { storedLanguage } from '#server/messages/language.ts';

interface SignInFacts {
  /** The key that the user's devices encrypt unsent entries with, in base64 (decision 97). */
  readonly storage_key?: string;
  /** The language that the user has chosen, so that the first page after the sign-in has it (decision 109). */
  readonly language?: Language;
}

/**
 * Reads what a device learns of its user with the tokens. The storage key never changes:
 * another password must not make what a device holds unreadable.
 */
export async function readSignInFacts(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
): Promise<SignInFacts> {
  const user = await db
    .selectFrom('app_user')
    .select(['storage_key', 'language'])
    .where('branch_id', '=', branchId)
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return {};
  const language = storedLanguage(user.language);
  return { storage_key: user.storage_key.toString('base64'), ...(language && { language }) };
}
