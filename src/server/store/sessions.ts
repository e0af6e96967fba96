import { type Kysely, sql } from 'kysely';
import type { SignedIn } from './branch-scope.ts';
import type { Database } from './database.ts';
import { passwordMatches } from './passwords.ts';

/** What a refresh token speaks for: one sign-in, and how many times it was refreshed before. */
export interface SessionStep extends SignedIn {
  readonly session: string;
  readonly generation: number;
}

/** Who this address and password belong to; undefined for nobody, after as much work. */
export async function findByPassword(
  db: Kysely<Database>,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SignedIn | undefined> {
  const person = await db
    .selectFrom('app_user')
    .select(['id', 'branch_id', 'password_hash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  const matches = await passwordMatches(password, person?.password_hash);
  return person && matches ? { branchId: person.branch_id, userId: person.id } : undefined;
}

/** Whether the person an access token speaks for still exists. */
export async function personExists(db: Kysely<Database>, { branchId, userId }: SignedIn): Promise<boolean> {
  const person = await db
    .selectFrom('app_user')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return person !== undefined;
}

/** Begins a session that lasts until `until` unless it is refreshed; those of this person that ran out are swept away. */
export async function beginSession(
  db: Kysely<Database>,
  person: SignedIn,
  until: Date,
): Promise<SessionStep> {
  const { branchId, userId } = person;
  await db
    .deleteFrom('session')
    .where('branch_id', '=', branchId)
    .where('user_id', '=', userId)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  const { id, generation } = await db
    .insertInto('session')
    .values({ branch_id: branchId, user_id: userId, expires_at: until })
    .returning(['id', 'generation'])
    .executeTakeFirstOrThrow();
  return { ...person, session: id, generation };
}

const ofStep = (step: SessionStep) => ({
  branch_id: step.branchId,
  user_id: step.userId,
  id: step.session,
});

/**
 * Moves a session one step on. The step before the current one is accepted too and answers the current one: its answer was lost, or a
 * twin tab was faster. An older one was kept by someone it does not belong to: it ends the session.
 */
export async function continueSession(
  db: Kysely<Database>,
  step: SessionStep,
  until: Date,
): Promise<SessionStep | undefined> {
  const next = await db
    .updateTable('session')
    .set({ generation: step.generation + 1, expires_at: until })
    .where((is) => is.and(ofStep(step)))
    .where('generation', '=', step.generation)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('generation')
    .executeTakeFirst();
  if (next) return { ...step, generation: next.generation };
  const current = await db
    .selectFrom('session')
    .select('generation')
    .where((is) => is.and(ofStep(step)))
    .executeTakeFirst();
  if (current?.generation === step.generation + 1) return { ...step, generation: current.generation };
  await db
    .deleteFrom('session')
    .where((is) => is.and(ofStep(step)))
    .execute();
  return undefined;
}
