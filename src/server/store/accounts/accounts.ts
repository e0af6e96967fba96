import { type Kysely, sql, type Transaction } from 'kysely';
import type { Role } from '#contract/permissions.ts';
import { codeOf } from '#server/startup-error.ts';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import type { Database } from '#server/store/database.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { hashPassword } from './passwords.ts';

const UNIQUE_VIOLATION = '23505';

/** Reports an administrator's request that cannot be performed; the message is one sentence for them. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

/** Returns a catch handler that turns a unique violation into an AccountError. */
function onDuplicate(message: string) {
  return (error: unknown): never => {
    throw codeOf(error) === UNIQUE_VIOLATION ? new AccountError(message) : error;
  };
}

/**
 * Creates a branch and returns its id.
 * @throws {AccountError} if the name is taken
 */
export async function addBranch(
  db: Kysely<Database>,
  branch: { readonly name: string; readonly address: string },
): Promise<{ id: string }> {
  const { id } = await db
    .insertInto('branch')
    .values({ name: branch.name, address: branch.address })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(onDuplicate(`A branch named ${branch.name} exists already.`));
  return { id: String(id) };
}

/** Describes a user to create. */
export interface NewUser {
  readonly email: string;
  readonly password: string;
  /** Name or id of the user's branch. */
  readonly branch: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** A manager unless it says otherwise (decision 46). */
  readonly accountType?: Role;
}

/** Returns the id of a branch by its name or id. @throws {AccountError} if there is none */
export async function branchIdOf(db: Kysely<Database>, nameOrId: string): Promise<bigint> {
  const branch = await db
    .selectFrom('branch')
    .select('id')
    .where((eb) =>
      eb.or([eb(sql`lower(name)`, '=', nameOrId.toLowerCase()), eb(sql`id::text`, '=', nameOrId)]),
    )
    .orderBy(sql`lower(name) = ${nameOrId.toLowerCase()}`, 'desc')
    .executeTakeFirst();
  if (!branch) throw new AccountError(`There is no branch named ${nameOrId}.`);
  return branch.id;
}

/**
 * Creates a user (decisions 24 and 25). The email is stored as entered and compared case-insensitively.
 * @throws {AccountError} if the branch is unknown or the email is taken
 */
export async function addUser(db: Kysely<Database>, user: NewUser): Promise<AuthenticatedUser> {
  const branchId = await branchIdOf(db, user.branch);
  const email = user.email.trim();
  const { id } = await db
    .insertInto('app_user')
    .values({
      branch_id: branchId,
      email,
      password_hash: await hashPassword(user.password),
      first_name: user.firstName ?? 'Branch',
      last_name: user.lastName ?? 'Staff',
      account_type: user.accountType ?? 'manager',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(onDuplicate(`Someone with the address ${email} exists already.`));
  return { branchId, userId: id };
}

/**
 * Replaces a user's password and deletes their sessions, reset links and waiting address. The user's row is updated first, so that a concurrent sign-in
 * with the old password waits for it (see beginSession).
 */
export async function replacePassword(
  transaction: Transaction<Database>,
  { branchId, userId }: AuthenticatedUser,
  passwordHash: string,
): Promise<void> {
  await transaction
    .updateTable('app_user')
    .set({ password_hash: passwordHash })
    .where('branch_id', '=', branchId)
    .where('id', '=', userId)
    .execute();
  for (const table of ['session', 'password_reset', 'email_change'] as const) {
    await transaction
      .deleteFrom(table)
      .where('branch_id', '=', branchId)
      .where('user_id', '=', userId)
      .execute();
  }
}

/** Finds the user who signs in with this email. @throws {AccountError} if there is none */
export async function userByEmail(
  transaction: Transaction<Database>,
  email: string,
): Promise<{ readonly id: bigint; readonly branch_id: bigint }> {
  const user = await transaction
    .selectFrom('app_user')
    .select(['id', 'branch_id'])
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst();
  if (!user) throw new AccountError(`Nobody signs in with the address ${email}.`);
  return user;
}

/**
 * Sets a user's password and ends their sessions.
 * @throws {AccountError} if no user has this email
 */
export async function setPassword(
  db: Kysely<Database>,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<AuthenticatedUser> {
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (transaction) => {
    const user = await userByEmail(transaction, email);
    const owner = { branchId: user.branch_id, userId: user.id };
    await replacePassword(transaction, owner, passwordHash);
    return owner;
  });
}

/** Tells whether any user exists; without one the first branch and user are created. */
export async function hasAnyUser(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
}
