import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OwnBranch } from '#contract/account.ts';
import { type Role, storedRole } from '#contract/permissions.ts';
import { joinBody } from '#contract/users.ts';
import type { AuthenticatedUser, BranchScope } from '#server/db/branch-scope.ts';
import { calendarColumns, calendarOf, joinSettings, type StoredCalendar } from '#server/db/calendars.ts';
import type { Database } from '#server/db/database.ts';
import { badField, conflict, notFound } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import { messages } from './texts.en.ts';

// The users of one person in several branches (decision 159), and the only way from one branch to another.

/** Of a row of `app_user`; null for a home user. */
export const homeBranchName = sql`(select name from branch where branch.id = home_branch_id) as home_branch`;

/** Of a row of `app_user`. The factors of a person belong to the home user (decision 160). */
export const hasFactor = sql`(coalesce(home_branch_id, branch_id), coalesce(home_user_id, id)) in
  (select branch_id, user_id from totp union all select branch_id, user_id from passkey) as second_factor`;

export async function isDisabledAtHome(scope: BranchScope, id: bigint): Promise<boolean> {
  const found = await scope.first(sql`select from ${scope.rows('app_user')} as account
    join app_user as home on home.branch_id = account.home_branch_id and home.id = account.home_user_id
    where account.id = ${id} and home.disabled_at is not null for share of home`);
  return found !== undefined;
}

interface UserThere extends AuthenticatedUser {
  readonly role: Role;
  readonly branchName: string;
}

/** Users of the person who may sign in; none if the home user is disabled. By name of the branch. */
async function usersOfPerson(scope: BranchScope, id = scope.userId): Promise<readonly UserThere[]> {
  const rows = await scope.all(sql<
    { branch_id: bigint; id: bigint; account_type: string; name: string } & StoredCalendar
  >`
    select there.branch_id, there.id, there.account_type, branch.name, ${calendarColumns}
    from app_user as account
    join app_user as home on home.branch_id = coalesce(account.home_branch_id, account.branch_id)
      and home.id = coalesce(account.home_user_id, account.id)
    join app_user as there on (there.branch_id = home.branch_id and there.id = home.id)
      or (there.home_branch_id = home.branch_id and there.home_user_id = home.id)
    join branch on branch.id = there.branch_id
    ${joinSettings(sql.ref('there.branch_id'))}
    where account.branch_id = ${scope.branchId} and account.id = ${id} and there.disabled_at is null
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

interface HomeRow {
  readonly home_branch_id: bigint | null;
  readonly home_user_id: bigint | null;
}

/** Where address, password and profile of the user are: the same scope for a home user. */
export async function homeOf(scope: BranchScope): Promise<BranchScope> {
  const account = await scope.first(
    sql<HomeRow>`select home_branch_id, home_user_id from ${scope.rows('app_user')} as account where id = ${scope.userId}`,
  );
  if (!account || account.home_branch_id === null || account.home_user_id === null) return scope;
  return scope.elsewhere({ branchId: account.home_branch_id, userId: account.home_user_id });
}

/** The session of the sign-in that this one belongs to: its own id for one of the home user. */
export async function rootOf(scope: BranchScope, session: string): Promise<string> {
  const storedSession = await scope.first(
    sql<{
      root_id: string | null;
    }>`select root_id from ${scope.rows('session')} as session where id = ${session}`,
  );
  return storedSession?.root_id ?? session;
}

/** The user whom this home user has in a branch; the home user itself in its own. */
export async function userInBranch(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
  branch: bigint,
): Promise<AuthenticatedUser | undefined> {
  if (branchId === branch) return { branchId, userId };
  const there = await db
    .selectFrom('app_user')
    .select('id')
    .where('branch_id', '=', branch)
    .where('home_branch_id', '=', branchId)
    .where('home_user_id', '=', userId)
    .executeTakeFirst();
  return there && { branchId: branch, userId: there.id };
}

/** Gives a home user a user in another branch; undefined where the person has one there. */
export async function addUserOf(
  first: <Row>(query: RawBuilder<Row>) => Promise<Row | undefined>,
  home: AuthenticatedUser,
  { branchId, role }: { readonly branchId: bigint; readonly role: Role },
): Promise<{ readonly id: bigint } | undefined> {
  await first(
    sql`select id from app_user where branch_id = ${home.branchId} and id = ${home.userId} for share`,
  );
  return first(sql<{ id: bigint }>`
  insert into app_user (branch_id, home_branch_id, home_user_id, account_type, email, first_name, last_name, language, digits, disabled_at)
  select ${branchId}, branch_id, id, ${role}, email, first_name, last_name, language, digits, disabled_at
  from app_user where branch_id = ${home.branchId} and id = ${home.userId} and branch_id <> ${branchId}
  on conflict (home_branch_id, home_user_id, branch_id) where home_user_id is not null do nothing
  returning id`);
}

/**
 * Adds a user of this branch to another one. The manager who does it is manager in both.
 * @returns the scope of the other branch, and the id of the user there
 * @throws {HttpError} 404 without such a user; 400 at `branch`; 409 if the person has a user there
 */
export async function addToBranch(
  scope: BranchScope,
  id: bigint,
  body: unknown,
): Promise<BranchOfPerson & { readonly id: string; readonly role: Role }> {
  const user = scope.elsewhere({ branchId: scope.branchId, userId: id });
  const known = await scope.first(
    sql<{
      disabled_at: Date | null;
    }>`select disabled_at from ${scope.rows('app_user')} as account where id = ${id} for share`,
  );
  if (!known) throw notFound();
  const { branch, account_type: role } = parseBody(joinBody, body);
  const other = await otherBranch(scope, branch);
  other.scope.assertMay('users.manage');
  const home = await homeOf(user);
  if (known.disabled_at !== null) throw conflict(messages.disabledHere);
  const added = await addUserOf((query) => other.scope.first(query), home, {
    branchId: other.scope.branchId,
    role,
  });
  if (!added) throw conflict(messages.userThereAlready({ branch: other.name }));
  return { ...other, id: String(added.id), role };
}
