import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Calendar } from '#contract/days.ts';
import type { Role } from '#contract/permissions.ts';
import { type AuthenticatedUser, BranchScope } from '#server/db/branch-scope.ts';
import { type CalendarChange, setCalendar } from '#server/db/calendars.ts';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import { addUserOf } from './branches-of-person.ts';
import { removeAllFactors } from './factor/stored-factors.ts';
import { hashPassword } from './passwords.ts';
import { deviceOf } from './sessions.ts';

const UNIQUE_VIOLATION = '23505';

export class AccountError extends Error {
  override readonly name = 'AccountError';
}

function onDuplicate(message: string) {
  return (error: unknown): never => {
    throw codeOf(error) === UNIQUE_VIOLATION ? new AccountError(message) : error;
  };
}

function onUnknownZone(error: unknown): never {
  throw error instanceof HttpError ? new AccountError('The database does not know that time zone.') : error;
}

/** @throws {AccountError} if the name is taken, or the database does not know the zone */
export async function addBranch(
  db: Kysely<Database>,
  branch: { readonly name: string; readonly address: string } & CalendarChange,
): Promise<{ id: string }> {
  const { id } = await db
    .insertInto('branch')
    .values({ name: branch.name, address: branch.address })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(onDuplicate(`A branch named ${branch.name} exists already.`));
  if (branch.timeZone !== undefined || branch.dayBegins !== undefined)
    await setCalendar(db, id, branch).catch(onUnknownZone);
  return { id: String(id) };
}

export const branchNamed = (db: Kysely<Database>, name: string) =>
  db.selectFrom('branch').select('id').where(sql`lower(name)`, '=', name.toLowerCase()).executeTakeFirst();

/** @throws {AccountError} if no branch has this name */
export async function setBranch(
  db: Kysely<Database>,
  { name, ...change }: { readonly name: string } & CalendarChange,
): Promise<Calendar> {
  const branch = await branchNamed(db, name);
  if (!branch) throw new AccountError(`There is no branch named ${name}.`);
  return setCalendar(db, branch.id, change).catch(onUnknownZone);
}

interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly branch: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** Manager by default (decision 46). */
  readonly accountType?: Role;
}

/** @throws {AccountError} if there is none */
async function branchIdOf(db: Kysely<Database>, nameOrId: string): Promise<bigint> {
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
 * Decisions 24 and 25. The email is stored as entered and compared case-insensitively.
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
 * Also deletes the user's sessions, reset links and pending address. The user's row is updated first, so that a
 * concurrent sign-in with the old password waits for it (see beginSession).
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
  await endSessionsOfUser(transaction, { id: userId, branch_id: branchId });
}

/**
 * @param branch name or id; without it the home user, who has the password
 * @throws {AccountError} if there is none
 */
async function userByEmail(db: Kysely<Database>, email: string, branch?: string): Promise<UserRow> {
  const branchId = branch === undefined ? undefined : await branchIdOf(db, branch);
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'branch_id'])
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .$if(branchId === undefined, (query) => query.where('home_user_id', 'is', null))
    .$if(branchId !== undefined, (query) => query.where('branch_id', '=', branchId ?? 0n))
    .executeTakeFirst();
  if (!user && branch !== undefined) throw new AccountError(`${email} does not work in ${branch}.`);
  if (!user) throw new AccountError(`Nobody signs in with the address ${email}.`);
  return user;
}

/**
 * Ends the user's sessions.
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

/**
 * Lets a person work in another branch too (decision 159).
 * @param branch name or id
 * @throws {AccountError} if no user has this email, the branch is unknown, or they work there already
 */
export async function joinBranch(
  db: Kysely<Database>,
  {
    email,
    branch,
    accountType,
  }: { readonly email: string; readonly branch: string; readonly accountType: Role },
): Promise<AuthenticatedUser> {
  return inTransaction(db, async (transaction) => {
    const home = await userByEmail(transaction, email);
    const branchId = await branchIdOf(transaction, branch);
    const user = await addUserOf(
      async (query) => (await query.execute(transaction)).rows[0],
      { branchId: home.branch_id, userId: home.id },
      { branchId, role: accountType },
    );
    if (!user) throw new AccountError(`${email} works in ${branch} already.`);
    return { branchId, userId: user.id };
  });
}

/**
 * For somebody who lost the device and the recovery codes (decision 160).
 * @throws {AccountError} if no user has this email, or the user has no second factor
 */
export async function resetFactor(db: Kysely<Database>, email: string): Promise<AuthenticatedUser> {
  return inTransaction(db, async (transaction) => {
    const { id: userId, branch_id: branchId } = await userByEmail(transaction, email);
    const user = { branchId, userId };
    const scope = new BranchScope(transaction, user, { now: new Date(), isReading: false });
    if (!(await removeAllFactors(scope, userId))) throw new AccountError(`${email} has no second factor.`);
    return user;
  });
}

export async function hasAnyUser(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export interface ListedUser {
  readonly branch: string;
  readonly email: string;
  readonly account_type: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly disabled_at: string | null;
}

/**
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

async function endSessionsOfUser(
  transaction: Transaction<Database>,
  { id, branch_id }: UserRow,
): Promise<void> {
  for (const table of ['session', 'password_reset', 'email_change'] as const) {
    await transaction
      .deleteFrom(table)
      .where('branch_id', '=', branch_id)
      .where('user_id', '=', id)
      .execute();
  }
}

/**
 * Disabling a user ends their sessions. Every server process notices within 10 s (decision 48).
 * @throws {AccountError} if no user has this email, or the branch would be left without a manager
 */
export async function setUser(
  db: Kysely<Database>,
  { email, branch }: { readonly email: string; readonly branch?: string | undefined },
  { account_type, disabled }: { readonly account_type?: Role; readonly disabled?: boolean },
): Promise<AuthenticatedUser> {
  return inTransaction(db, async (transaction) => {
    const user = await userByEmail(transaction, email, branch);
    const { id, branch_id } = user;
    const before = await countManagers(transaction, branch_id);
    const change = transaction
      .updateTable('app_user')
      .where('branch_id', '=', branch_id)
      .where('id', '=', id);
    if (account_type !== undefined) await change.set({ account_type }).execute();
    if (disabled)
      await change.set({ disabled_at: sql<string>`now()` }).where('disabled_at', 'is', null).execute();
    else if (disabled === false) await change.set({ disabled_at: null }).execute();
    if (before > 0 && (await countManagers(transaction, branch_id)) === 0) {
      throw new AccountError(
        `${email} is the only manager of the branch. Make somebody else a manager first.`,
      );
    }
    if (disabled) await endSessionsOfUser(transaction, user);
    return { branchId: branch_id, userId: id };
  });
}

/** Times are ISO 8601 in UTC. */
export interface ListedSession {
  readonly id: string;
  readonly email: string;
  readonly device: string;
  readonly startedAt: string;
  readonly lastUsedAt: string;
}

interface SessionChoice {
  readonly email?: string | undefined;
  readonly id?: string | undefined;
}

export async function listSessionsOf(
  db: Kysely<Database>,
  { email }: Pick<SessionChoice, 'email'>,
): Promise<readonly ListedSession[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('app_user', (join) =>
      join.onRef('app_user.branch_id', '=', 'session.branch_id').onRef('app_user.id', '=', 'session.user_id'),
    )
    .select(['session.id', 'email', 'agent', 'session.created_at', 'last_used_at'])
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(email !== undefined, (query) => query.where(sql`lower(email)`, '=', email?.toLowerCase()))
    .orderBy('last_used_at', 'desc')
    .orderBy('session.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    device: deviceOf(row.agent),
    startedAt: row.created_at,
    lastUsedAt: String(row.last_used_at),
  }));
}

interface EndedSession {
  readonly user: AuthenticatedUser;
  readonly session: string;
}

/**
 * Running servers refuse the access tokens within 10 s.
 * @throws {AccountError} if no user has the address, or no session the id
 */
export async function endSessions(
  db: Kysely<Database>,
  { email, id }: SessionChoice,
): Promise<readonly EndedSession[]> {
  if (id !== undefined && !z.guid().safeParse(id).success)
    throw new AccountError(`There is no session ${id}.`);
  const user = email === undefined ? undefined : await userByEmail(db, email);
  const ended = await db
    .deleteFrom('session')
    .$if(user !== undefined, (query) =>
      query.where('branch_id', '=', user?.branch_id ?? 0n).where('user_id', '=', user?.id ?? 0n),
    )
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning(['branch_id', 'user_id', 'id'])
    .execute();
  if (id !== undefined && ended.length === 0) throw new AccountError(`There is no session ${id}.`);
  return ended.map((row) => ({
    user: { branchId: row.branch_id, userId: row.user_id },
    session: row.id,
  }));
}
