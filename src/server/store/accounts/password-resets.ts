import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import type { Database } from '#server/store/database.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { replacePassword } from './accounts.ts';
import { hashPassword } from './passwords.ts';

/** How long a link works (decision 25). */
export const LINK_MINUTES = 30;
/** Nobody's mailbox can be flooded: whoever has this many links that work needs no other. */
const MOST_LINKS = 5;
const TOKEN_BYTES = 32;

/** Whom a link is for, and where it goes. */
export interface LinkOwner extends AuthenticatedUser {
  readonly email: string;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const now = sql<Date>`now()`;

/** Who signs in with this address; undefined for nobody. */
export async function findByEmail(db: Kysely<Database>, email: string): Promise<LinkOwner | undefined> {
  const person = await db
    .selectFrom('app_user')
    .select(['id', 'branch_id', 'email'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return (
    person && {
      branchId: person.branch_id,
      userId: person.id,
      email: person.email,
    }
  );
}

/**
 * Makes what stands in a link: 32 random bytes as base64url, of which only the sha-256 is stored.
 * @returns undefined where the person is gone, or has enough links that still work
 */
export async function issueReset(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
): Promise<string | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return inTransaction(db, async (transaction) => {
    // Those who ask at the same moment are counted one after the other.
    const person = await transaction
      .selectFrom('app_user')
      .select('id')
      .where('branch_id', '=', branchId)
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!person) return undefined;
    const mine = { branch_id: branchId, user_id: userId };
    await transaction
      .deleteFrom('password_reset')
      .where((is) => is.and(mine))
      .where('expires_at', '<=', now)
      .execute();
    const links = await transaction
      .selectFrom('password_reset')
      .select('token_hash')
      .where((is) => is.and(mine))
      .execute();
    if (links.length >= MOST_LINKS) return undefined;
    await transaction
      .insertInto('password_reset')
      .values({
        ...mine,
        token_hash: hashOf(token),
        expires_at: sql<Date>`now() + make_interval(mins => ${LINK_MINUTES})`,
      })
      .execute();
    return token;
  });
}

/** Takes a link back that never reached anyone. */
export async function dropReset(db: Kysely<Database>, token: string): Promise<void> {
  await db.deleteFrom('password_reset').where('token_hash', '=', hashOf(token)).execute();
}

/**
 * Sets the new password, ends every session of the person and drops their other links. Of two that come with one link at
 * the same moment the second waits for the first at the link's row, and then finds it gone.
 * @returns false for a link that is unknown, used or older than 30 minutes
 */
export async function confirmReset(
  db: Kysely<Database>,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<boolean> {
  const token_hash = hashOf(token);
  const link = await db
    .selectFrom('password_reset')
    .select('token_hash')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  // Guessing links must not cost the server a slow hash each.
  if (!link) return false;
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (transaction) => {
    const used = await transaction
      .deleteFrom('password_reset')
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', now)
      .returning(['branch_id', 'user_id'])
      .executeTakeFirst();
    if (!used) return false;
    await replacePassword(transaction, { branchId: used.branch_id, userId: used.user_id }, passwordHash);
    return true;
  });
}
