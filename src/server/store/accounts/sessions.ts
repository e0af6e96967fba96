import { type Kysely, sql } from 'kysely';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import type { Database } from '#server/store/database.ts';
import { passwordMatches } from './passwords.ts';

/** What a refresh token speaks for: one sign-in, and how many times it was refreshed before. */
export interface RefreshClaim extends AuthenticatedUser {
  readonly session: string;
  readonly generation: number;
}

/** Someone whose password was just found right. */
export interface VerifiedUser extends AuthenticatedUser {
  /** The stored hash that it was compared with. */
  readonly passwordHash: string;
}

/** Who this address and password belong to; undefined for nobody, after as much work. */
export async function findByPassword(
  db: Kysely<Database>,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<VerifiedUser | undefined> {
  const person = await db
    .selectFrom('app_user')
    .select(['id', 'branch_id', 'password_hash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  const matches = await passwordMatches(password, person?.password_hash);
  if (!person || !matches) return undefined;
  return { branchId: person.branch_id, userId: person.id, passwordHash: person.password_hash };
}

/** Whether the person an access token speaks for still exists. */
export async function personExists(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
): Promise<boolean> {
  const person = await db
    .selectFrom('app_user')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return person !== undefined;
}

/**
 * Begins a session that lasts until `until` unless it is refreshed; those of this person that ran out are swept away.
 * @returns undefined where the password was replaced while it was being compared: the row lock waits for whoever replaces it
 */
export async function beginSession(
  db: Kysely<Database>,
  { branchId, userId, passwordHash }: VerifiedUser,
  until: Date,
): Promise<RefreshClaim | undefined> {
  await db
    .deleteFrom('session')
    .where('branch_id', '=', branchId)
    .where('user_id', '=', userId)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  const begun = await db
    .insertInto('session')
    .columns(['branch_id', 'user_id', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('app_user')
        .select(['branch_id', 'id', sql<Date>`${until}::timestamptz`.as('expires_at')])
        .where('branch_id', '=', branchId)
        .where('id', '=', userId)
        .where('password_hash', '=', passwordHash)
        .forShare(),
    )
    .returning(['id', 'generation'])
    .executeTakeFirst();
  return begun && { branchId, userId, session: begun.id, generation: begun.generation };
}

const ofStep = (step: RefreshClaim) => ({
  branch_id: step.branchId,
  user_id: step.userId,
  id: step.session,
});

/** Longer than any request of an honest client is on its way: the app gives up after 20 seconds. */
const LONGEST_WAY_SECONDS = 60;

/**
 * How many generations old a refresh token may be. One: its answer was lost, or a twin tab was faster. More where access tokens
 * are so short-lived that tabs may refresh several times while a request of another one is still on its way.
 */
export function acceptedGenerations(accessTokenSeconds: number): number {
  return 1 + Math.floor(LONGEST_WAY_SECONDS / accessTokenSeconds);
}

/**
 * Moves a session one step on. A step before the current one that is forgiven answers the current one. An older one was kept by
 * someone it does not belong to: it ends the session. A step that we signed and have not reached was given before the
 * database went back to a backup: it counts.
 */
export async function continueSession(
  db: Kysely<Database>,
  step: RefreshClaim,
  { until, forgiven }: { readonly until: Date; readonly forgiven: number },
): Promise<RefreshClaim | undefined> {
  const next = await db
    .updateTable('session')
    .set({ generation: step.generation + 1, expires_at: until })
    .where((is) => is.and(ofStep(step)))
    .where('generation', '<=', step.generation)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('generation')
    .executeTakeFirst();
  if (next) return { ...step, generation: next.generation };
  const current = await db
    .selectFrom('session')
    .select('generation')
    .where((is) => is.and(ofStep(step)))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (current && current.generation - step.generation <= forgiven) {
    return { ...step, generation: current.generation };
  }
  await db
    .deleteFrom('session')
    .where((is) => is.and(ofStep(step)))
    .execute();
  return undefined;
}
