import { sql } from 'kysely';
import { permissions } from '#contract/permissions.ts';
import type { BranchUser, Handover, NewUserBody, UserPatch } from '#contract/users.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { requireId } from '#server/db/columns.ts';
import { jsonRows } from '#server/db/row-batches.ts';
import { appendHistory, USER_HISTORY } from '#server/history/history.ts';
import { messages as storeMessages } from '#server/messages/store.en.ts';
import { badField, conflict, forbidden, notFound } from '#server/platform/http-error.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import { type ListReader, pageOfRows, tagOfParts } from '#server/records/list-reader.ts';
import { branchBeyond, homeBranchName } from './branches-of-person.ts';
import {
  addPerson,
  changePerson,
  disableUser,
  enableUser,
  endSpreadsheetTokens,
  personOf,
  replacePassword,
} from './directory.ts';
import { removeAllFactors } from './factor/stored-factors.ts';
import { messages } from './texts.en.ts';

const UNIQUE_VIOLATION = '23505';

export type HashedPatch = Omit<UserPatch, 'password'> & { readonly passwordHash?: string };

const userColumns = sql`id::text, email, first_name, last_name, account_type, disabled_at, created_at,
  ${homeBranchName},
  (exists (select from totp where totp.person_id = account.person_id)
    or exists (select from passkey where passkey.person_id = account.person_id)) as second_factor`;

const usersByName = (scope: BranchScope) =>
  sql<BranchUser>`select ${userColumns} from ${scope.rows('branch_user')} as account
    order by disabled_at is not null, lower(first_name), lower(last_name), account.id`;

async function* oneBatch(rows: readonly BranchUser[]) {
  yield { rows: jsonRows(rows), last: true };
}

/** By name, disabled users last. A branch has few users, so a whole list is one batch. */
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

/** @throws {HttpError} 404 */
export async function readUser(scope: BranchScope, id: string): Promise<BranchUser> {
  const found = await scope.first(
    sql<BranchUser>`select ${userColumns} from ${scope.rows('branch_user')} as account where id = ${requireId(id)}`,
  );
  if (!found) throw notFound();
  return found;
}

const historyRecordOf = ({ id, first_name, last_name }: BranchUser) => ({
  resource: USER_HISTORY,
  id,
  title: `${first_name} ${last_name}`,
  month: null,
});

/**
 * Decision 47.
 * @throws {HttpError} 400 if the address is taken
 */
export async function createUser(
  scope: BranchScope,
  user: Omit<NewUserBody, 'password'> & { readonly passwordHash: string },
): Promise<BranchUser> {
  const { userId } = await addPerson(scope.directory, {
    branchId: scope.branchId,
    email: user.email,
    passwordHash: user.passwordHash,
    firstName: user.first_name,
    lastName: user.last_name,
    role: user.account_type,
  }).catch((error: unknown) => {
    throw codeOf(error) === UNIQUE_VIOLATION ? badField('email', storeMessages.emailTaken) : error;
  });
  const after = await readUser(scope, String(userId));
  await addToHistory(scope, after);
  return after;
}

export async function addToHistory(scope: BranchScope, after: BranchUser): Promise<void> {
  await appendHistory(scope, { ...historyRecordOf(after), action: 'created', after });
}

/** Locks the branch's managers, so that two of them cannot remove each other at once. Returns their ids. */
async function lockManagers(scope: BranchScope): Promise<readonly string[]> {
  const managers = await scope.all(
    sql<{ id: string }>`select id::text from ${scope.rows('branch_user')} as account
      where account_type = 'manager' and disabled_at is null order by account.id for no key update`,
  );
  return managers.map(({ id }) => id);
}

/** @throws {HttpError} 400 at what belongs to the home branch of the person (decision 159) */
function requireOwnChange(
  { home_branch: branch }: BranchUser,
  { first_name, last_name, passwordHash }: HashedPatch,
): void {
  if (!branch) return;
  for (const [field, value] of Object.entries({ first_name, last_name, password: passwordHash }))
    if (value !== undefined) throw badField(field, messages.homeChangesIt({ branch }));
}

/** @throws {HttpError} 409 for a person who is disabled at home */
async function storeChange(
  scope: BranchScope,
  before: BranchUser,
  { account_type, disabled, passwordHash, first_name, last_name }: HashedPatch,
): Promise<void> {
  const db = scope.directory;
  const user = { branchId: scope.branchId, userId: BigInt(before.id) };
  const personId = await personOf(db, user);
  await changePerson(db, personId, { first_name, last_name });
  if (account_type !== undefined && account_type !== before.account_type) {
    await scope.update('app_user', sql`id = ${before.id}`, { account_type });
    await endSpreadsheetTokens(db, personId, scope.branchId);
  }
  if (passwordHash !== undefined) await replacePassword(db, { personId }, passwordHash);
  if (disabled) await disableUser(db, user, scope.now);
  if (disabled === false && !(await enableUser(db, user)))
    throw conflict(messages.disabledAtHome({ branch: before.home_branch ?? '' }));
}

/** @throws {HttpError} 409 for a person who works in a branch of other managers, too */
async function requireNoneBeyond(scope: BranchScope, { id }: BranchUser): Promise<void> {
  const branch = await branchBeyond(scope, BigInt(id));
  if (branch !== undefined) throw conflict(messages.worksBeyond({ branch }));
}

/**
 * A new password and disabling end all sessions of the user (decision 47).
 * @throws {HttpError} 404, 409 if no manager would be left or the user would disable themselves
 */
export async function changeUser(scope: BranchScope, id: string, patch: HashedPatch): Promise<BranchUser> {
  const managers = await lockManagers(scope);
  const before = await readUser(scope, id);
  if (patch.disabled && before.id === String(scope.userId)) throw conflict(messages.cannotDisableSelf);
  requireOwnChange(before, patch);
  if (patch.passwordHash !== undefined && before.id !== String(scope.userId))
    await requireNoneBeyond(scope, before);
  const staysManager =
    (patch.account_type ?? before.account_type) === 'manager' && !(patch.disabled ?? before.disabled_at);
  if (managers.includes(before.id) && managers.length === 1 && !staysManager)
    throw conflict(messages.lastManager);
  await storeChange(scope, before, patch);
  const after = await readUser(scope, id);
  const note = patch.passwordHash === undefined ? undefined : messages.passwordSet;
  const isChanged = note !== undefined || JSON.stringify(after) !== JSON.stringify(before);
  if (isChanged)
    await appendHistory(scope, { ...historyRecordOf(after), action: 'changed', before, after, note });
  return after;
}

export async function readPeople(scope: BranchScope) {
  const rows = await scope.all(sql<{ id: bigint; name: string | null }>`
    select id, person_name(branch_id, id) as name from ${scope.rows('app_user')} as account order by 2, id`);
  return { results: rows.map(({ id, name }) => ({ id: String(id), name: name ?? '' })) };
}

/**
 * Gives a manager the storage key of a disabled user, so that they can read and send the entries on the user's device
 * (decision 103). Written into the history.
 * @throws {HttpError} 403, also for an approved request: an approval shows nothing; 404; 409 for a user who can sign in
 */
export async function handOver(scope: BranchScope, id: string): Promise<Handover> {
  if (!scope.sees('entries.hand-over')) throw forbidden(permissions['entries.hand-over'].refusal);
  const user = await readUser(scope, id);
  // Locks the row: who is enabled meanwhile is not disabled any more.
  const stored = await scope.first(
    sql<{ storage_key: Buffer }>`select storage_key from ${scope.rows('branch_user')} as account
      where id = ${user.id} and disabled_at is not null for no key update`,
  );
  if (!stored) throw conflict(storeMessages.stillSignsIn);
  await scope.update('app_user', sql`id = ${user.id}`, { handed_over_at: scope.now });
  const note = messages.encryptedEntriesOpened;
  await appendHistory(scope, {
    ...historyRecordOf(user),
    action: 'changed',
    before: user,
    after: user,
    note,
  });
  return { storage_key: stored.storage_key.toString('base64') };
}

/** Another user may send entries of a disabled user, and later those that were handed over by then (decision 103). */
export async function mayBeSentFor(scope: BranchScope, id: bigint): Promise<boolean> {
  const found = await scope.first(
    sql`select id from ${scope.rows('branch_user')} as account
      where id = ${id} and (disabled_at is not null or handed_over_at is not null)`,
  );
  return found !== undefined;
}

/**
 * For a user who lost the device (decision 160). Their sessions go on; a manager who must have a factor sets one up at
 * the next sign-in.
 * @throws {HttpError} 404; 409 for oneself, and for a user without a factor
 */
export async function resetFactor(scope: BranchScope, id: string): Promise<{ readonly name: string }> {
  const user = await readUser(scope, id);
  if (user.id === String(scope.userId)) throw conflict(messages.ownFactorReset);
  if (user.home_branch) throw conflict(messages.homeResetsFactor({ branch: user.home_branch }));
  await requireNoneBeyond(scope, user);
  const person = await personOf(scope.directory, { branchId: scope.branchId, userId: BigInt(user.id) });
  if (!(await removeAllFactors(scope.directory, person))) throw conflict(messages.noFactor);
  const record = historyRecordOf(user);
  const note = messages.factorResetNote;
  await appendHistory(scope, { ...record, action: 'changed', before: user, after: user, note });
  return { name: record.title };
}
