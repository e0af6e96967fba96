import { sql } from 'kysely';
import { profileBody, type User } from '#contract/account.ts';
import { codeOf } from '../start-problem.ts';
import { parseBody } from './body.ts';
import type { BranchScope } from './branch-scope.ts';
import { Refusal, wrongField } from './refusal.ts';

const UNIQUE_VIOLATION = '23505';

/** The signed-in person. @throws {Refusal} 401 when they are no more */
export async function readProfile(scope: BranchScope): Promise<User> {
  const person = await scope.first(
    sql<Omit<User, 'id'> & { id: bigint }>`
      select id, email, first_name, last_name, account_type from ${scope.rows('app_user')} as person
      where id = ${scope.userId}`,
  );
  if (!person) throw new Refusal(401, { detail: 'Sign in again.' });
  return { ...person, id: String(person.id) };
}

/** What the signed-in person is called. */
export async function personName(scope: BranchScope): Promise<string> {
  const { first_name, last_name } = await readProfile(scope);
  return `${first_name} ${last_name}`;
}

/** Changes the signed-in person's names and address. @throws {Refusal} 400 at the field */
export async function changeProfile(scope: BranchScope, body: unknown): Promise<User> {
  const patch = parseBody(profileBody.partial(), body);
  await scope.update('app_user', sql`id = ${scope.userId}`, patch).catch((error: unknown) => {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
    throw wrongField('email', 'Someone else signs in with this address.');
  });
  return readProfile(scope);
}
