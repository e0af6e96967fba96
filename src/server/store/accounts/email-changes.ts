import { type Kysely, sql } from 'kysely';
import type { Language } from '#contract/messages.ts';
import { storedLanguage } from '#server/language.ts';
import { codeOf } from '#server/startup-error.ts';
import type { AuthenticatedUser, BranchScope } from '#server/store/branch-scope.ts';
import type { Database } from '#server/store/database.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { createLinkToken, hashOfLink, LINK_MINUTES } from './link-token.ts';

const UNIQUE_VIOLATION = '23505';

/** Describes a change of address that waits for its confirmation. */
export interface WaitingChange {
  readonly oldEmail: string;
  readonly newEmail: string;
  /** The secret of the link; undefined if another user has the address, who is told instead. */
  readonly token: string | undefined;
  /** The language of the user who has the address already. */
  readonly ownerLanguage?: Language | undefined;
}

/**
 * Stores the new address of the signed-in user until its link is opened, in place of an earlier one (decision 49). An address that is in
 * use is stored alike, so that no answer tells which addresses exist; its link is given to nobody.
 */
export async function askEmailChange(
  scope: BranchScope,
  { oldEmail, newEmail }: Pick<WaitingChange, 'oldEmail' | 'newEmail'>,
): Promise<WaitingChange> {
  const token = createLinkToken();
  await scope.remove('email_change', sql`user_id = ${scope.userId}`);
  await scope.insert(
    'email_change',
    {
      user_id: scope.userId,
      email: newEmail,
      token_hash: hashOfLink(token),
      expires_at: sql`now() + make_interval(mins => ${LINK_MINUTES})`,
    },
    sql``,
  );
  // Of all branches: an address signs in to one of them only.
  const owner = await scope.first(
    sql<{
      language: string | null;
    }>`select language from app_user where lower(email) = ${newEmail.toLowerCase()}`,
  );
  return {
    oldEmail,
    newEmail,
    token: owner ? undefined : token,
    ownerLanguage: storedLanguage(owner?.language),
  };
}

/** Describes a change of address that took place. */
export interface ConfirmedChange {
  readonly user: AuthenticatedUser;
  readonly oldEmail: string;
  readonly newEmail: string;
  /** The language that the user has chosen. */
  readonly language: Language | undefined;
}

/**
 * Replaces the address of the user of this link and deletes their reset links, which were mailed to the old one.
 * @returns undefined for an unknown, used or expired link, or if the address was taken meanwhile
 */
export async function confirmEmailChange(
  db: Kysely<Database>,
  token: string,
): Promise<ConfirmedChange | undefined> {
  try {
    return await inTransaction(db, async (transaction) => {
      const waiting = await transaction
        .deleteFrom('email_change')
        .where('token_hash', '=', hashOfLink(token))
        .where('expires_at', '>', sql<Date>`now()`)
        .returning(['branch_id', 'user_id', 'email'])
        .executeTakeFirst();
      if (!waiting) return undefined;
      const old = await transaction
        .selectFrom('app_user')
        .select(['email', 'language'])
        .where('branch_id', '=', waiting.branch_id)
        .where('id', '=', waiting.user_id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      await transaction
        .updateTable('app_user')
        .set({ email: waiting.email })
        .where('branch_id', '=', waiting.branch_id)
        .where('id', '=', waiting.user_id)
        .execute();
      await transaction
        .deleteFrom('password_reset')
        .where('branch_id', '=', waiting.branch_id)
        .where('user_id', '=', waiting.user_id)
        .execute();
      return {
        user: { branchId: waiting.branch_id, userId: waiting.user_id },
        oldEmail: old.email,
        newEmail: waiting.email,
        language: storedLanguage(old.language),
      };
    });
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}
