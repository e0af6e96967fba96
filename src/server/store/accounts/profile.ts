import { sql } from 'kysely';
import { profileBody, type User } from '#contract/account.ts';
import { codeOf } from '#server/startup-error.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { badField, HttpError } from '#server/store/http-error.ts';
import { parseBody } from '#server/store/records/body.ts';

const UNIQUE_VIOLATION = '23505';

/** The signed-in person. @throws {HttpError} 401 when they are no more */
export async function readProfile(scope: BranchScope): Promise<User> {
  const person = await scope.first(
    sql<Omit<User, 'id'> & { id: bigint }>`
      select id, email, first_name, last_name, account_type from ${scope.rows('app_user')} as person
      where id = ${scope.userId}`,
  );
  if (!person) throw new HttpError(401, { detail: 'Sign in again.' });
  return { ...person, id: String(person.id) };
}

/** What the signed-in person is called. */
export async function personName(scope: BranchScope): Promise<string> {
  const { first_name, last_name } = await readProfile(scope);
  return `${first_name} ${last_name}`;
}

/** Changes the signed-in person's names and address. @throws {HttpError} 400 at the field */
export async function changeProfile(scope: BranchScope, body: unknown): Promise<User> {
  const patch = parseBody(profileBody.partial(), body);
  await scope.update('app_user', sql`id = ${scope.userId}`, patch).catch((error: unknown) => {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
    throw badField('email', 'Someone else signs in with this address.');
  });
  return readProfile(scope);
}
