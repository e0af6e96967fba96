import { type Kysely, sql } from 'kysely';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import type { Database } from '#server/store/database.ts';
import { passwordMatches } from './passwords.ts';

/** Holds the claims of a refresh token: its session and generation. */
export interface RefreshClaim extends AuthenticatedUser {
  readonly session: string;
  readonly generation: number;
}

/** Represents a user whose password was just verified. */
export interface VerifiedUser extends AuthenticatedUser {
  /** The stored hash that the password was compared with. */
  readonly passwordHash: string;
}

/** Finds the user with this email and password; undefined after equal work if there is none. */
export async function findByPassword(
  db: Kysely<Database>,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<VerifiedUser | undefined> {
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'branch_id', 'password_hash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  const matches = await passwordMatches(password, user?.password_hash);
  if (!user || !matches) return undefined;
  return { branchId: user.branch_id, userId: user.id, passwordHash: user.password_hash };
}

/** Tells whether the user of an access token still exists. */
export async function userExists(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
): Promise<boolean> {
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return user !== undefined;
}

/**
 * Creates a session that expires at `until` unless refreshed, and deletes the user's expired sessions.
 * @returns undefined if the password was replaced while it was being verified: the row lock waits for the replacing transaction
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
  const session = await db
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
  return session && { branchId, userId, session: session.id, generation: session.generation };
}

const sessionKeyOf = (claim: RefreshClaim) => ({
  branch_id: claim.branchId,
  user_id: claim.userId,
  id: claim.session,
});

/** Upper bound for a client's request, in seconds: the app times out after 20. */
const MAX_REQUEST_SECONDS = 60;

/**
 * Returns how many generations old a refresh token may be. At least one: the response was lost, or another tab was faster. More if
 * access tokens expire so quickly that other tabs refresh several times during one request.
 */
export function acceptedGenerations(accessTokenSeconds: number): number {
  return 1 + Math.floor(MAX_REQUEST_SECONDS / accessTokenSeconds);
}

/**
 * Moves a session to its next generation. A token at most `acceptedGenerations` old receives the current generation. An older one may be
 * stolen and ends the session. A newer one was issued before the database was restored from a backup and is accepted.
 */
export async function continueSession(
  db: Kysely<Database>,
  claim: RefreshClaim,
  { until, acceptedGenerations: accepted }: { readonly until: Date; readonly acceptedGenerations: number },
): Promise<RefreshClaim | undefined> {
  const next = await db
    .updateTable('session')
    .set({ generation: claim.generation + 1, expires_at: until })
    .where((eb) => eb.and(sessionKeyOf(claim)))
    .where('generation', '<=', claim.generation)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('generation')
    .executeTakeFirst();
  if (next) return { ...claim, generation: next.generation };
  const current = await db
    .selectFrom('session')
    .select('generation')
    .where((eb) => eb.and(sessionKeyOf(claim)))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (current && current.generation - claim.generation <= accepted) {
    return { ...claim, generation: current.generation };
  }
  await db
    .deleteFrom('session')
    .where((eb) => eb.and(sessionKeyOf(claim)))
    .execute();
  return undefined;
}
