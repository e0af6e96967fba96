import type { Kysely } from 'kysely';
import type { Language } from '#contract/messages.ts';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import type { Database } from '#server/db/database.ts';
import { storedLanguage } from '#server/messages/language.ts';

export interface SignInFacts {
  /** Key in base64 with which the user's devices encrypt pending entries (decision 97). */
  readonly storage_key?: string;
  /** The first page after the sign-in is shown in this language (decision 109). */
  readonly language?: Language;
}

/** The storage key never changes: a new password must not make the device's entries unreadable. */
export async function readSignInFacts(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
): Promise<SignInFacts> {
  const user = await db
    .selectFrom('branch_user')
    .select(['storage_key', 'language'])
    .where('branch_id', '=', branchId)
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return {};
  const language = storedLanguage(user.language);
  return { storage_key: user.storage_key.toString('base64'), ...(language && { language }) };
}
