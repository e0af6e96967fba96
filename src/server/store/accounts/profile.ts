import { sql } from 'kysely';
import { profileBody, type User } from '#contract/account.ts';
import { codeOf } from '#server/startup-error.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { badField, HttpError } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import { parseBody } from '#server/store/records/body.ts';

const UNIQUE_VIOLATION = '23505';

/** Reads the signed-in user. @throws {HttpError} 401 if the user no longer exists */
export async function readProfile(scope: BranchScope): Promise<User> {
  const user = await scope.first(
    sql<Omit<User, 'id'> & { id: bigint }>`
      select id, email, first_name, last_name, account_type from ${scope.rows('app_user')} as account
      where id = ${scope.userId}`,
  );
  if (!user) throw new HttpError(401, { detail: messages.signInAgain });
  return { ...user, id: String(user.id) };
}

/** Returns the signed-in user's full name. */
export async function userName(scope: BranchScope): Promise<string> {
  const { first_name, last_name } = await readProfile(scope);
  return `${first_name} ${last_name}`;
}

/** Updates the signed-in user's names and email. @throws {HttpError} 400 at the invalid field */
export async function changeProfile(scope: BranchScope, body: unknown): Promise<User> {
  const patch = parseBody(profileBody.partial(), body);
  await scope.update('app_user', sql`id = ${scope.userId}`, patch).catch((error: unknown) => {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
    throw badField('email', messages.emailTaken);
  });
  return readProfile(scope);
}
