import { sql } from 'kysely';
import type { BranchUser, NewUserBody, UserPatch } from '#contract/users.ts';
import { codeOf } from '#server/startup-error.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { appendHistory } from '#server/store/history.ts';
import { badField, conflict, notFound } from '#server/store/http-error.ts';
import { pageOfRows } from '#server/store/lists/page-of-rows.ts';
import { type ListReader, tagOfParts } from '#server/store/lists/whole-list.ts';
import { messages } from '#server/store/messages.ts';
import { jsonRows } from '#server/store/row-batches.ts';
import { USER_HISTORY } from '#server/store/visible-history.ts';
import { endSessionsOf, publishRole } from './sessions.ts';

const UNIQUE_VIOLATION = '23505';

/** Holds a body with the hash in place of the password. */
export type Hashed<Body> = Omit<Body, 'password'> & { readonly passwordHash?: string };

const userColumns = sql`id::text, email, first_name, last_name, account_type, disabled_at, created_at`;

const usersByName = (scope: BranchScope) =>
  sql<BranchUser>`select ${userColumns} from ${scope.rows('app_user')} as account
    order by disabled_at is not null, lower(first_name), lower(last_name), account.id`;

async function* oneBatch(rows: readonly BranchUser[]) {
  yield { rows: jsonRows(rows), last: true };
}

/** Lists the users of the branch by name, disabled ones last. A branch has few, so a whole list is one batch. */
export const userList: ListReader = {
  page: (scope, request) =>
    pageOfRows(
      request,
      async () => (await scope.all(usersByName(scope))).length,
      (limitClause) => scope.all(sql<BranchUser>`${usersByName(scope)} ${limitClause}`),
    ),
  whole: async (scope) => {
    const users = await scope.all(usersByName(scope));
    return { tag: tagOfParts(JSON.stringify(users)), count: users.length, batches: oneBatch(users) };
  },
};

/** Reads a user of the branch. @throws {HttpError} 404 */
export async function readUser(scope: BranchScope, id: string): Promise<BranchUser> {
  const parsed = parseId(id);
  const found =
    parsed === undefined
      ? undefined
      : await scope.first(
          sql<BranchUser>`select ${userColumns} from ${scope.rows('app_user')} as account where id = ${parsed}`,
        );
  if (!found) throw notFound();
  return found;
}

/** Returns what history entries about a user have in common. */
export const historyRecordOf = ({ id, first_name, last_name }: BranchUser) => ({
  resource: USER_HISTORY,
  id,
  title: `${first_name} ${last_name}`,
  month: null,
});

/** Adds a user to the branch (decision 47). @throws {HttpError} 400 if the address is taken */
export async function createUser(
  scope: BranchScope,
  { passwordHash, ...user }: Hashed<NewUserBody>,
): Promise<BranchUser> {
  const after = await scope
    .insert('app_user', { ...user, password_hash: passwordHash }, sql<BranchUser>`returning ${userColumns}`)
    .catch((error: unknown) => {
      throw codeOf(error) === UNIQUE_VIOLATION ? badField('email', messages.emailTaken) : error;
    });
  if (!after) throw new Error('insert into app_user returned no row');
  await appendHistory(scope, { ...historyRecordOf(after), action: 'created', after });
  return after;
}

/** Locks the managers of the branch, so that two of them cannot remove each other at once, and returns their ids. */
async function lockManagers(scope: BranchScope): Promise<readonly string[]> {
  const managers = await scope.all(
    sql<{ id: string }>`select id::text from ${scope.rows('app_user')} as account
      where account_type = 'manager' and disabled_at is null order by account.id for no key update`,
  );
  return managers.map(({ id }) => id);
}

/** Ends all sessions and reset links of a user, in every process. @returns the ids of the sessions */
async function signOutEverywhere(scope: BranchScope, id: bigint): Promise<readonly string[]> {
  await scope.remove('password_reset', sql`user_id = ${id}`);
  await scope.remove('email_change', sql`user_id = ${id}`);
  return endSessionsOf(scope, id);
}

function columnsOf({ disabled, passwordHash, ...named }: Hashed<UserPatch>, before: BranchUser, now: Date) {
  const since = before.disabled_at ?? now;
  return {
    ...named,
    password_hash: passwordHash,
    ...(disabled !== undefined && { disabled_at: disabled ? since : null }),
  };
}

/**
 * Changes a user of the branch (decision 47). A new password and disabling end all their sessions.
 * @returns the user, and the ids of the sessions that ended or have another role
 * @throws {HttpError} 404, 409 if no manager would be left or the user would disable themselves
 */
export async function changeUser(
  scope: BranchScope,
  id: string,
  patch: Hashed<UserPatch>,
): Promise<{ readonly user: BranchUser; readonly sessions: readonly string[] }> {
  const managers = await lockManagers(scope);
  const before = await readUser(scope, id);
  if (patch.disabled && before.id === String(scope.userId)) throw conflict(messages.cannotDisableSelf);
  const staysManager =
    (patch.account_type ?? before.account_type) === 'manager' && !(patch.disabled ?? before.disabled_at);
  if (managers.includes(before.id) && managers.length === 1 && !staysManager)
    throw conflict(messages.lastManager);
  await scope.update('app_user', sql`id = ${before.id}`, columnsOf(patch, before, scope.now));
  const userId = BigInt(before.id);
  const endsSessions = patch.disabled || patch.passwordHash !== undefined;
  const sessions = endsSessions ? await signOutEverywhere(scope, userId) : await publishRole(scope, userId);
  const after = await readUser(scope, id);
  const note = patch.passwordHash === undefined ? undefined : messages.passwordSet;
  const isChanged = note !== undefined || JSON.stringify(after) !== JSON.stringify(before);
  if (isChanged)
    await appendHistory(scope, { ...historyRecordOf(after), action: 'changed', before, after, note });
  return { user: after, sessions };
}
