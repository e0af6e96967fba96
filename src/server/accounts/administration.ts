import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Calendar } from '#contract/days.ts';
import type { Role } from '#contract/permissions.ts';
import type { AuthenticatedUser, Person } from '#server/db/branch-scope.ts';
import { type CalendarChange, setCalendar } from '#server/db/calendars.ts';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import {
  addPerson,
  addToBranch,
  disableUser,
  enableUser,
  endSpreadsheetTokens,
  replacePassword,
} from './directory.ts';
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
export async function addUser(db: Kysely<Database>, user: NewUser): Promise<Person> {
  const branchId = await branchIdOf(db, user.branch);
  const email = user.email.trim();
  const passwordHash = await hashPassword(user.password);
  const add = (transaction: Kysely<Database>) =>
    addPerson(transaction, {
      branchId,
      email,
      passwordHash,
      firstName: user.firstName ?? 'Branch',
      lastName: user.lastName ?? 'Staff',
      role: user.accountType ?? 'manager',
    });
  return (db.isTransaction ? add(db) : inTransaction(db, add)).catch(
    onDuplicate(`Someone with the address ${email} exists already.`),
  );
}

/**
 * @param branch name or id; without it the home branch
 * @throws {AccountError} if there is none
 */
async function userByEmail(db: Kysely<Database>, email: string, branch?: string): Promise<Person> {
  const branchId = branch === undefined ? sql.ref<bigint>('home_branch_id') : await branchIdOf(db, branch);
  const user = await db
    .selectFrom('branch_user')
    .select(['branch_id as branchId', 'id as userId', 'person_id as personId'])
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .where('branch_id', '=', branchId)
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
    await replacePassword(transaction, user, passwordHash);
    return user;
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
  const { personId } = await userByEmail(db, email);
  const user = await addToBranch(db, personId, { branchId: await branchIdOf(db, branch), role: accountType });
  if (!user) throw new AccountError(`${email} works in ${branch} already.`);
  return user;
}

/**
 * For somebody who lost the device and the recovery codes (decision 160).
 * @throws {AccountError} if no user has this email, or the user has no second factor
 */
export async function resetFactor(db: Kysely<Database>, email: string): Promise<AuthenticatedUser> {
  return inTransaction(db, async (transaction) => {
    const user = await userByEmail(transaction, email);
    if (!(await removeAllFactors(transaction, user.personId)))
      throw new AccountError(`${email} has no second factor.`);
    return user;
  });
}

export async function hasAnyUser(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined;
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
    .selectFrom('branch_user')
    .innerJoin('branch', 'branch.id', 'branch_user.branch_id')
    .select(['branch.name as branch', 'email', 'account_type', 'first_name', 'last_name', 'disabled_at'])
    .$if(only !== undefined, (query) => query.where('branch_id', '=', only ?? 0n))
    .orderBy('branch.name')
    .orderBy(sql`lower(email)`)
    .execute();
}

async function countManagers(transaction: Transaction<Database>, branchId: bigint): Promise<number> {
  const managers = await transaction
    .selectFrom('branch_user')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('account_type', '=', 'manager')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return managers.length;
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
    const { personId, ...user } = await userByEmail(transaction, email, branch);
    const { branchId, userId } = user;
    const before = await countManagers(transaction, branchId);
    if (account_type !== undefined) {
      const { numUpdatedRows } = await transaction
        .updateTable('app_user')
        .set({ account_type })
        .where('branch_id', '=', branchId)
        .where('id', '=', userId)
        .where('account_type', '<>', account_type)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) await endSpreadsheetTokens(transaction, personId, branchId);
    }
    if (disabled) await disableUser(transaction, user, new Date());
    if (disabled === false && !(await enableUser(transaction, user)))
      throw new AccountError(`${email} is disabled in the branch where they sign in.`);
    if (before > 0 && (await countManagers(transaction, branchId)) === 0) {
      throw new AccountError(
        `${email} is the only manager of the branch. Make somebody else a manager first.`,
      );
    }
    return user;
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
    .innerJoin('person', 'person.id', 'session.person_id')
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
  const person = email === undefined ? undefined : (await userByEmail(db, email)).personId;
  const ended = await db
    .deleteFrom('session')
    .using('app_user')
    .whereRef('app_user.branch_id', '=', 'session.branch_id')
    .whereRef('app_user.person_id', '=', 'session.person_id')
    .$if(person !== undefined, (query) =>
      query.where('session.person_id', '=', person ?? 0n).where('sign_in', 'is', null),
    )
    .$if(id !== undefined, (query) => query.where('session.id', '=', id ?? ''))
    .returning(['session.branch_id as branchId', 'app_user.id as userId', 'session.id as session'])
    .execute();
  if (id !== undefined && ended.length === 0) throw new AccountError(`There is no session ${id}.`);
  return ended.map(({ session, ...user }) => ({ user, session }));
}
