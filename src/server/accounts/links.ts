import { type Kysely, sql } from 'kysely';
import type { Language } from '#contract/messages.ts';
import type { AuthenticatedUser, BranchScope } from '#server/db/branch-scope.ts';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { storedLanguage } from '#server/messages/language.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import { replacePassword } from './administration.ts';
import { hashPassword } from './passwords.ts';
import { createSecret, hashOfSecret } from './secrets.ts';
import { activeUser } from './sessions.ts';

/** Decisions 25 and 49. */
export const LINK_MINUTES = 30;

const UNIQUE_VIOLATION = '23505';

export interface WaitingChange {
  readonly oldEmail: string;
  readonly newEmail: string;
  /** Undefined if another user has the address; that user is told instead. */
  readonly token: string | undefined;
  readonly ownerLanguage?: Language | undefined;
}

/**
 * Stores the new address until its link is opened, in place of an earlier one (decision 49). An address that is in use
 * is stored too, so that no answer tells which addresses exist; its link is never sent.
 */
export async function askEmailChange(
  scope: BranchScope,
  { oldEmail, newEmail }: Pick<WaitingChange, 'oldEmail' | 'newEmail'>,
): Promise<WaitingChange> {
  const token = createSecret();
  await scope.remove('email_change', sql`user_id = ${scope.userId}`);
  await scope.insert('email_change', {
    user_id: scope.userId,
    email: newEmail,
    token_hash: hashOfSecret(token),
    expires_at: sql`now() + make_interval(mins => ${LINK_MINUTES})`,
  });
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

interface ConfirmedChange {
  readonly user: AuthenticatedUser;
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly language: Language | undefined;
}

/**
 * Also deletes the user's reset links, which were mailed to the old address.
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
        .where('token_hash', '=', hashOfSecret(token))
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

/** Per user. More are refused, so that a mailbox cannot be flooded. */
const MAX_LINKS = 5;

export interface LinkOwner extends AuthenticatedUser {
  readonly email: string;
  readonly language: Language | undefined;
}

const now = sql<Date>`now()`;

/** Undefined for disabled users too. */
export async function findByEmail(db: Kysely<Database>, email: string): Promise<LinkOwner | undefined> {
  const user = await activeUser(db, email);
  return (
    user && {
      branchId: user.branch_id,
      userId: user.id,
      email: user.email,
      language: storedLanguage(user.language),
    }
  );
}

/**
 * 32 random bytes as base64url; only their SHA-256 is stored.
 * @returns undefined if the user is gone or has the maximum of valid links
 */
export async function issueReset(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
): Promise<string | undefined> {
  const token = createSecret();
  return inTransaction(db, async (transaction) => {
    // The row lock serialises concurrent requests, so that the limit holds.
    const user = await transaction
      .selectFrom('app_user')
      .select('id')
      .where('branch_id', '=', branchId)
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return undefined;
    const ofUser = { branch_id: branchId, user_id: userId };
    await transaction
      .deleteFrom('password_reset')
      .where((eb) => eb.and(ofUser))
      .where('expires_at', '<=', now)
      .execute();
    const links = await transaction
      .selectFrom('password_reset')
      .select('token_hash')
      .where((eb) => eb.and(ofUser))
      .execute();
    if (links.length >= MAX_LINKS) return undefined;
    await transaction
      .insertInto('password_reset')
      .values({
        ...ofUser,
        token_hash: hashOfSecret(token),
        expires_at: sql<Date>`now() + make_interval(mins => ${LINK_MINUTES})`,
      })
      .execute();
    return token;
  });
}

export async function dropReset(db: Kysely<Database>, token: string): Promise<void> {
  await db.deleteFrom('password_reset').where('token_hash', '=', hashOfSecret(token)).execute();
}

/**
 * Also deletes the user's sessions and reset links. Of two concurrent requests with one link, the second waits at the
 * link's row lock and then finds the link used.
 * @returns undefined for an unknown, used or expired link
 */
export async function confirmReset(
  db: Kysely<Database>,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<LinkOwner | undefined> {
  const token_hash = hashOfSecret(token);
  const link = await db
    .selectFrom('password_reset')
    .select('token_hash')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  // Checked before the slow hash, so that guessed links cost little.
  if (!link) return undefined;
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (transaction) => {
    const used = await transaction
      .deleteFrom('password_reset')
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', now)
      .returning(['branch_id', 'user_id'])
      .executeTakeFirst();
    if (!used) return undefined;
    const user = { branchId: used.branch_id, userId: used.user_id };
    await replacePassword(transaction, user, passwordHash);
    const { email, language } = await transaction
      .selectFrom('app_user')
      .select(['email', 'language'])
      .where('branch_id', '=', used.branch_id)
      .where('id', '=', used.user_id)
      .executeTakeFirstOrThrow();
    return { ...user, email, language: storedLanguage(language) };
  });
}
