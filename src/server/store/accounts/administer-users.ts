import { type Kysely, sql, type Transaction } from 'kysely';
import type { Role } from '#contract/permissions.ts';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import type { Database } from '#server/store/database.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { AccountError, branchIdOf, userByEmail } from './accounts.ts';

/** Describes a user for the command line, with the name of their branch. */
export interface ListedUser {
  readonly branch: string;
  readonly email: string;
  readonly account_type: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly disabled_at: string | null;
}

/**
 * Lists the users of all branches, or of one.
 * @param branch name or id
 * @throws {AccountError} if the branch is unknown
 */
export async function listAllUsers(db: Kysely<Database>, branch?: string): Promise<ListedUser[]> {
  const only = branch === undefined ? undefined : await branchIdOf(db, branch);
  return db
    .selectFrom('app_user')
    .innerJoin('branch', 'branch.id', 'app_user.branch_id')
    .select(['branch.name as branch', 'email', 'account_type', 'first_name', 'last_name', 'disabled_at'])
    .$if(only !== undefined, (query) => query.where('branch_id', '=', only ?? 0n))
    .orderBy('branch.name')
    .orderBy(sql`lower(email)`)
    .execute();
}

async function countManagers(transaction: Transaction<Database>, branchId: bigint): Promise<number> {
  const managers = await transaction
    .selectFrom('app_user')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('account_type', '=', 'manager')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return managers.length;
}

type UserRow = { readonly id: bigint; readonly branch_id: bigint };

async function endSessions(transaction: Transaction<Database>, { id, branch_id }: UserRow): Promise<void> {
  for (const table of ['session', 'password_reset', 'email_change'] as const) {
    await transaction
      .deleteFrom(table)
      .where('branch_id', '=', branch_id)
      .where('user_id', '=', id)
      .execute();
  }
}

/** Makes all server processes look at the user's role again (migration 0017). */
async function tellRole(transaction: Transaction<Database>, { id, branch_id }: UserRow): Promise<void> {
  await sql`select pg_notify('session_end', id::text) from session
    where branch_id = ${branch_id} and user_id = ${id}`.execute(transaction);
}

/**
 * Sets the role of a user, or disables them, which ends their sessions, or enables them. Every server process notices at once.
 * @returns the user
 * @throws {AccountError} if no user has this email, or the branch would be left without a manager
 */
export async function setUser(
  db: Kysely<Database>,
  email: string,
  { account_type, disabled }: { readonly account_type?: Role; readonly disabled?: boolean },
): Promise<AuthenticatedUser> {
  return inTransaction(db, async (transaction) => {
    const user = await userByEmail(transaction, email);
    const { id, branch_id } = user;
    const before = await countManagers(transaction, branch_id);
    await transaction
      .updateTable('app_user')
      .set({
        ...(account_type !== undefined && { account_type }),
        ...(disabled !== undefined && {
          disabled_at: disabled ? sql<string>`coalesce(disabled_at, now())` : null,
        }),
      })
      .where('branch_id', '=', branch_id)
      .where('id', '=', id)
      .execute();
    if (before > 0 && (await countManagers(transaction, branch_id)) === 0) {
      throw new AccountError(
        `${email} is the only manager of the branch. Make somebody else a manager first.`,
      );
    }
    if (disabled) await endSessions(transaction, user);
    else await tellRole(transaction, user);
    return { branchId: branch_id, userId: id };
  });
}
