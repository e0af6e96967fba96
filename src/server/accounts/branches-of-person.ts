import { sql } from 'kysely';
import type { OwnBranch } from '#contract/account.ts';
import { type Role, storedRole } from '#contract/permissions.ts';
import { joinBody } from '#contract/users.ts';
import type { AuthenticatedUser, BranchScope } from '#server/db/branch-scope.ts';
import { calendarColumns, calendarOf, joinSettings, type StoredCalendar } from '#server/db/calendars.ts';
import { badField, conflict, notFound } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import { addToBranch } from './directory.ts';
import { messages } from './texts.en.ts';

// The users of one person in several branches (decision 159), and the only way from one branch to another.

/** Of a row `account` of `branch_user`; null at home. */
export const homeBranchName = sql`(select name from branch
  where branch.id = account.home_branch_id and account.home_branch_id <> account.branch_id) as home_branch`;

interface UserThere extends AuthenticatedUser {
  readonly role: Role;
  readonly branchName: string;
}

/** Users of the person who may sign in. By name of the branch. */
async function usersOfPerson(scope: BranchScope, id = scope.userId): Promise<readonly UserThere[]> {
  const rows = await scope.all(sql<
    { branch_id: bigint; id: bigint; account_type: string; name: string } & StoredCalendar
  >`
    select there.branch_id, there.id, there.account_type, branch.name, ${calendarColumns}
    from app_user as account
    join branch_user as there on there.person_id = account.person_id and there.disabled_at is null
    join branch on branch.id = there.branch_id
    ${joinSettings(sql.ref('there.branch_id'))}
    where account.branch_id = ${scope.branchId} and account.id = ${id}
    order by lower(branch.name), there.branch_id`);
  return rows.map((row) => ({
    branchId: row.branch_id,
    userId: row.id,
    role: storedRole.parse(row.account_type),
    branchName: row.name,
    calendar: calendarOf(row),
  }));
}

export async function branchesOfPerson(scope: BranchScope): Promise<readonly OwnBranch[]> {
  return (await usersOfPerson(scope)).map(({ branchId, branchName, role }) => ({
    id: String(branchId),
    name: branchName,
    account_type: role,
  }));
}

/**
 * Another branch in which a user's person may sign in and where the user of the scope is no manager: whoever sets the person's password
 * could sign in there in their name.
 */
export async function branchBeyond(scope: BranchScope, id: bigint): Promise<string | undefined> {
  const usersOfRequester = await usersOfPerson(scope);
  const managed = new Set(
    usersOfRequester.filter(({ role }) => role === 'manager').map(({ branchId }) => branchId),
  );
  const beyond = (await usersOfPerson(scope, id)).find(
    ({ branchId }) => branchId !== scope.branchId && !managed.has(branchId),
  );
  return beyond?.branchName;
}

export interface BranchOfPerson {
  readonly name: string;
  readonly scope: BranchScope;
}

/** In the same transaction; by name of the branch. */
export async function scopesOfPerson(scope: BranchScope): Promise<readonly BranchOfPerson[]> {
  return (await usersOfPerson(scope)).map((user) => ({
    name: user.branchName,
    scope: scope.elsewhere(user),
  }));
}

/**
 * In the same transaction, with the rights that the person has there.
 * @throws {HttpError} 400 at `branch` for this branch, and for one that is not the person's
 */
export async function otherBranch(scope: BranchScope, id: string): Promise<BranchOfPerson> {
  const user = (await usersOfPerson(scope)).find(({ branchId }) => String(branchId) === id);
  if (!user) throw badField('branch', messages.notYourBranch);
  if (user.branchId === scope.branchId) throw badField('branch', messages.thisBranch);
  return { name: user.branchName, scope: scope.elsewhere(user) };
}

/**
 * Lets a user of this branch work in another one too. The manager who does it is manager in both.
 * @returns the scope of the other branch, and the id of the user there
 * @throws {HttpError} 404 without such a user; 400 at `branch`; 409 if the person has a user there
 */
export async function joinBranch(
  scope: BranchScope,
  id: bigint,
  body: unknown,
): Promise<BranchOfPerson & { readonly id: string; readonly role: Role }> {
  const known = await scope.first(
    sql<{ person_id: bigint; disabled_at: string | null }>`
      select person_id, disabled_at from ${scope.rows('branch_user')} as account where id = ${id} for share`,
  );
  if (!known) throw notFound();
  const { branch, account_type: role } = parseBody(joinBody, body);
  const other = await otherBranch(scope, branch);
  other.scope.assertMay('users.manage');
  if (known.disabled_at !== null) throw conflict(messages.disabledHere);
  const added = await addToBranch(scope.directory, known.person_id, {
    branchId: other.scope.branchId,
    role,
  });
  if (!added) throw conflict(messages.userThereAlready({ branch: other.name }));
  return { ...other, id: String(added.userId), role };
}
