import { type Kysely, sql, type Updateable } from 'kysely';
import type { Role } from '#contract/permissions.ts';
import type { AuthenticatedUser, Person } from '#server/db/branch-scope.ts';
import type { Database } from '#server/db/database.ts';
import { endSessionsOf } from './sessions.ts';

// People, and their users in branches (decision 159). Joining, disabling and enabling are one write each.

/** @throws {Error} without such a user */
export async function personOf(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
): Promise<bigint> {
  const { person_id } = await db
    .selectFrom('app_user')
    .select('person_id')
    .where('branch_id', '=', branchId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return person_id;
}

export async function userInBranch(
  db: Kysely<Database>,
  personId: bigint,
  branchId: bigint,
): Promise<AuthenticatedUser | undefined> {
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return user && { branchId, userId: user.id };
}

interface NewPerson {
  readonly branchId: bigint;
  readonly email: string;
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
}

/** At home in the branch. To be called in a transaction. */
export async function addPerson(
  db: Kysely<Database>,
  { branchId, email, passwordHash, firstName, lastName, role }: NewPerson,
): Promise<Person> {
  const { id: personId } = await db
    .insertInto('person')
    .values({
      home_branch_id: branchId,
      email,
      password_hash: passwordHash,
      first_name: firstName,
      last_name: lastName,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: userId } = await db
    .insertInto('app_user')
    .values({ branch_id: branchId, person_id: personId, account_type: role })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { branchId, userId, personId };
}

/** Undefined leaves a column as it is. */
export async function changePerson(
  db: Kysely<Database>,
  personId: bigint,
  changes: Updateable<Database['person']>,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await db.updateTable('person').set(changes).where('id', '=', personId).execute();
}

/** A user in another branch, disabled if the person is at home. Undefined where the person has one there. */
export async function addToBranch(
  db: Kysely<Database>,
  personId: bigint,
  { branchId, role }: { readonly branchId: bigint; readonly role: Role },
): Promise<AuthenticatedUser | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    insert into app_user (branch_id, person_id, account_type, disabled_at, enabled_after)
    select ${branchId}, person.id, ${role}, home.disabled_at, home.enabled_after from person
      join app_user as home on home.branch_id = person.home_branch_id and home.person_id = person.id
      where person.id = ${personId}
    on conflict (branch_id, person_id) do nothing returning id`.execute(db);
  return rows[0] && { branchId, userId: rows[0].id };
}

/** With `branch` those of the user there alone. They do not come back with the right or the password (decision 157). */
export async function endSpreadsheetTokens(
  db: Kysely<Database>,
  personId: bigint,
  branch?: bigint,
): Promise<void> {
  await sql`update spreadsheet_token set expires_at = now() where (expires_at is null or expires_at > now())
    and (branch_id, user_id) in (select branch_id, id from app_user
      where person_id = ${personId} and branch_id = coalesce(${branch ?? null}::bigint, branch_id))`.execute(
    db,
  );
}

export async function endLinks(db: Kysely<Database>, personId: bigint): Promise<void> {
  await db.deleteFrom('password_reset').where('person_id', '=', personId).execute();
  await db.deleteFrom('email_change').where('person_id', '=', personId).execute();
}

async function endAll(db: Kysely<Database>, personId: bigint): Promise<void> {
  await endLinks(db, personId);
  await endSessionsOf(db, personId);
  await endSpreadsheetTokens(db, personId);
}

/**
 * Ends sessions, links and tokens of the person. The person's row is updated first, so that a concurrent sign-in with the
 * old password waits for it (see beginSession).
 */
export async function replacePassword(
  db: Kysely<Database>,
  { personId }: Pick<Person, 'personId'>,
  passwordHash: string,
): Promise<void> {
  await changePerson(db, personId, { password_hash: passwordHash });
  await endAll(db, personId);
}

/** In the home branch this disables the person everywhere; in another one the user there. */
export async function disableUser(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
  now: Date,
): Promise<void> {
  const user = await db
    .selectFrom('branch_user')
    .select(['person_id', 'home_branch_id', 'disabled_at'])
    .where('branch_id', '=', branchId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const isAtHome = user.home_branch_id === branchId;
  if (user.disabled_at === null)
    await (isAtHome
      ? sql`update person set times_disabled = times_disabled + 1, disabled_at = ${now} where id = ${user.person_id}`
      : sql`update app_user set disabled_at = ${now} where branch_id = ${branchId} and id = ${userId}`
    ).execute(db);
  if (isAtHome) return endAll(db, user.person_id);
  await endSessionsOf(db, user.person_id, { branch: branchId });
  await endSpreadsheetTokens(db, user.person_id, branchId);
}

/**
 * In another branch than the home up to what the home has enabled: being disabled there at the same moment is later.
 * @returns false if the person is disabled at home; the change is then to be rolled back
 */
export async function enableUser(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
): Promise<boolean> {
  const { rows } = await sql<{ enabled: boolean }>`
    update app_user as account set disabled_at = null,
      enabled_after = case when home.id = account.id then person.times_disabled else home.enabled_after end
    from person join app_user as home on home.branch_id = person.home_branch_id and home.person_id = person.id
    where account.branch_id = ${branchId} and account.id = ${userId} and person.id = account.person_id
    returning home.id = account.id or (home.disabled_at is null and home.enabled_after = person.times_disabled) as enabled`.execute(
    db,
  );
  return rows[0]?.enabled === true;
}
