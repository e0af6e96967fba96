import { type Kysely, sql, type Transaction } from 'kysely';
import type { Language } from '#contract/messages.ts';
import type { Person } from '#server/db/branch-scope.ts';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { storedLanguage } from '#server/messages/language.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import { changePerson, replacePassword } from './directory.ts';
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
  db: Kysely<Database>,
  personId: bigint,
  { oldEmail, newEmail }: Pick<WaitingChange, 'oldEmail' | 'newEmail'>,
): Promise<WaitingChange> {
  const token = createSecret();
  await db.deleteFrom('email_change').where('person_id', '=', personId).execute();
  await db
    .insertInto('email_change')
    .values({
      person_id: personId,
      email: newEmail,
      token_hash: hashOfSecret(token),
      expires_at: sql<Date>`now() + make_interval(mins => ${LINK_MINUTES})`,
    })
    .execute();
  const owner = await db
    .selectFrom('person')
    .select('language')
    .where(sql`lower(email)`, '=', newEmail.toLowerCase())
    .executeTakeFirst();
  return {
    oldEmail,
    newEmail,
    token: owner ? undefined : token,
    ownerLanguage: storedLanguage(owner?.language),
  };
}

interface ConfirmedChange {
  readonly user: Person;
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
        .returning(['person_id', 'email'])
        .executeTakeFirst();
      if (!waiting) return undefined;
      const { email: oldEmail, language, ...user } = await readLinkOwner(transaction, waiting.person_id);
      await changePerson(transaction, waiting.person_id, { email: waiting.email });
      await transaction.deleteFrom('password_reset').where('person_id', '=', waiting.person_id).execute();
      return { user, oldEmail, newEmail: waiting.email, language };
    });
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}

/** Per user. More are refused, so that a mailbox cannot be flooded. */
const MAX_LINKS = 5;

export interface LinkOwner extends Person {
  readonly email: string;
  readonly language: Language | undefined;
}

const now = sql<Date>`now()`;

/** Locks the person's row. */
async function readLinkOwner(transaction: Transaction<Database>, personId: bigint): Promise<LinkOwner> {
  const { language, ...owner } = await transaction
    .selectFrom('branch_user')
    .select(['branch_id as branchId', 'id as userId', 'person_id as personId', 'email', 'language'])
    .where('person_id', '=', personId)
    .whereRef('branch_id', '=', 'home_branch_id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { ...owner, language: storedLanguage(language) };
}

/** Undefined for disabled users too. */
export async function findByEmail(db: Kysely<Database>, email: string): Promise<LinkOwner | undefined> {
  const user = await activeUser(db, email);
  if (!user) return undefined;
  const { password_hash: _, language, ...owner } = user;
  return { ...owner, language: storedLanguage(language) };
}

/**
 * 32 random bytes as base64url; only their SHA-256 is stored.
 * @returns undefined if the user is gone or has the maximum of valid links
 */
export async function issueReset(
  db: Kysely<Database>,
  { personId }: Pick<Person, 'personId'>,
): Promise<string | undefined> {
  const token = createSecret();
  return inTransaction(db, async (transaction) => {
    // The row lock serialises concurrent requests, so that the limit holds.
    const person = await transaction
      .selectFrom('person')
      .select('id')
      .where('id', '=', personId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!person) return undefined;
    await transaction
      .deleteFrom('password_reset')
      .where('person_id', '=', personId)
      .where('expires_at', '<=', now)
      .execute();
    const links = await transaction
      .selectFrom('password_reset')
      .select('token_hash')
      .where('person_id', '=', personId)
      .execute();
    if (links.length >= MAX_LINKS) return undefined;
    await transaction
      .insertInto('password_reset')
      .values({
        person_id: personId,
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
      .returning('person_id')
      .executeTakeFirst();
    if (!used) return undefined;
    const owner = await readLinkOwner(transaction, used.person_id);
    await replacePassword(transaction, owner, passwordHash);
    return owner;
  });
}
