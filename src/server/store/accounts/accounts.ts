import { type Kysely, sql, type Transaction } from 'kysely';
import { codeOf } from '#server/startup-error.ts';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import type { Database } from '#server/store/database.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { hashPassword } from './passwords.ts';

const UNIQUE_VIOLATION = '23505';

/** A request of an administrator that can't be done; the message is one plain sentence for them. */
export class AccountError extends Error {
  override readonly name = 'AccountProblem';
}

function orSay(sentence: string) {
  return (error: unknown): never => {
    throw codeOf(error) === UNIQUE_VIOLATION ? new AccountError(sentence) : error;
  };
}

/**
 * Makes a branch and answers its id.
 * @throws {AccountError} when one of that name exists
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
    .catch(orSay(`A branch named ${branch.name} exists already.`));
  return { id: String(id) };
}

export interface NewUser {
  readonly email: string;
  readonly password: string;
  /** Name or id of the branch that the person belongs to. */
  readonly branch: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly accountType?: 'staff' | 'manager';
}

async function branchIdOf(db: Kysely<Database>, nameOrId: string): Promise<bigint> {
  const branch = await db
    .selectFrom('branch')
    .select('id')
    .where((is) =>
      is.or([is(sql`lower(name)`, '=', nameOrId.toLowerCase()), is(sql`id::text`, '=', nameOrId)]),
    )
    .orderBy(sql`lower(name) = ${nameOrId.toLowerCase()}`, 'desc')
    .executeTakeFirst();
  if (!branch) throw new AccountError(`There is no branch named ${nameOrId}.`);
  return branch.id;
}

/**
 * Makes a person who may sign in (decisions 24 and 25). The email is kept as written and compared without case.
 * @throws {AccountError} when the branch is unknown or the address is taken
 */
export async function addUser(db: Kysely<Database>, person: NewUser): Promise<{ id: string }> {
  const branchId = await branchIdOf(db, person.branch);
  const email = person.email.trim();
  const { id } = await db
    .insertInto('app_user')
    .values({
      branch_id: branchId,
      email,
      password_hash: await hashPassword(person.password),
      first_name: person.firstName ?? 'Branch',
      last_name: person.lastName ?? 'Staff',
      account_type: person.accountType ?? 'staff',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(orSay(`Someone with the address ${email} exists already.`));
  return { id: String(id) };
}

/**
 * Replaces a person's password, ends their sessions and drops the links that could set yet another one. The person's row is
 * changed first: a sign-in with the old password that is under way waits for it (see beginSession).
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
  for (const table of ['session', 'password_reset'] as const) {
    await transaction
      .deleteFrom(table)
      .where('branch_id', '=', branchId)
      .where('user_id', '=', userId)
      .execute();
  }
}

/**
 * Gives a person a new password and ends their sessions; access tokens already given run out by themselves.
 * @throws {AccountError} when nobody has this address
 */
export async function setPassword(
  db: Kysely<Database>,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (transaction) => {
    const person = await transaction
      .selectFrom('app_user')
      .select(['id', 'branch_id'])
      .where(sql`lower(email)`, '=', email.trim().toLowerCase())
      .executeTakeFirst();
    if (!person) throw new AccountError(`Nobody signs in with the address ${email}.`);
    await replacePassword(transaction, { branchId: person.branch_id, userId: person.id }, passwordHash);
  });
}

/** Whether anyone can sign in at all: an empty database gets its first branch and user. */
export async function hasAnyUser(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
}
