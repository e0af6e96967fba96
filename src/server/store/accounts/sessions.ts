import { type Kysely, sql } from 'kysely';
import { type Role, storedRole } from '#contract/permissions.ts';
import type { AuthenticatedUser, BranchScope, Origin } from '#server/store/branch-scope.ts';
import type { Database } from '#server/store/database.ts';
import { passwordMatches } from './passwords.ts';

/** Longest life of a session from its sign-in on, in days (decision 48). */
const MAX_SESSION_DAYS = 90;
/** Time in which the predecessor of a refresh token is still answered, in seconds (decision 48). */
const PREDECESSOR_SECONDS = 30;

/** Identifies a session and its user. */
export interface SessionRef extends AuthenticatedUser {
  readonly session: string;
}

/** Holds the claims of a refresh token: its session and generation. */
export interface RefreshClaim extends SessionRef {
  readonly generation: number;
}

/** Represents a user whose password was just verified. */
export interface VerifiedUser extends AuthenticatedUser {
  /** The stored hash that the password was compared with. */
  readonly passwordHash: string;
}

/** Represents the row of a user that signs in, whether or not the password fits. */
export interface SignInAttempt {
  /** The user of the address, if there is one. */
  readonly user: AuthenticatedUser | undefined;
  /** Present if the password fits. */
  readonly verified: VerifiedUser | undefined;
}

/** Finds the user with this email and compares the password; without one who may sign in after equal work. */
export async function findByPassword(
  db: Kysely<Database>,
  { email, password }: { readonly email: string; readonly password: string },
  source?: string,
): Promise<SignInAttempt> {
  const found = await db
    .selectFrom('app_user')
    .select(['id', 'branch_id', 'password_hash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const matches = await passwordMatches(password, found?.password_hash, source);
  if (!found) return { user: undefined, verified: undefined };
  const user = { branchId: found.branch_id, userId: found.id };
  return { user, verified: matches ? { ...user, passwordHash: found.password_hash } : undefined };
}

const now = sql<Date>`now()`;

/** Returns when a session expires that is used now: after the idle time, and 90 days after its sign-in at the latest. */
const expiryAfter = (idleSeconds: number) => sql<Date>`least(now() + make_interval(secs => ${idleSeconds}),
  least(created_at, now()) + make_interval(days => ${MAX_SESSION_DAYS}))`;

const sessionKeyOf = ({ branchId, userId, session }: SessionRef) => ({
  branch_id: branchId,
  user_id: userId,
  id: session,
});

/**
 * Creates a session that expires after `idleSeconds` without use. All times are the database's.
 * @returns undefined if the password was replaced or the user disabled while it was being verified: the row lock waits for the replacing transaction
 */
export async function beginSession(
  db: Kysely<Database>,
  { branchId, userId, passwordHash }: VerifiedUser,
  { idleSeconds, device, agent }: Origin & { readonly idleSeconds: number },
): Promise<RefreshClaim | undefined> {
  const session = await db
    .insertInto('session')
    .columns(['branch_id', 'user_id', 'device', 'agent', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('app_user')
        .select([
          'branch_id',
          'id',
          sql<string | null>`${device ?? null}::text`.as('device'),
          sql<string | null>`${agent ?? null}::text`.as('agent'),
          sql<Date>`now() + least(make_interval(secs => ${idleSeconds}), make_interval(days => ${MAX_SESSION_DAYS}))`.as(
            'expires_at',
          ),
        ])
        .where('branch_id', '=', branchId)
        .where('id', '=', userId)
        .where('password_hash', '=', passwordHash)
        .where('disabled_at', 'is', null)
        .forShare(),
    )
    .returning(['id', 'generation'])
    .executeTakeFirst();
  return session && { branchId, userId, session: session.id, generation: session.generation };
}

/** Tells how a refresh ended: with the next claim, or refused because the session is over or its token was used before. */
export type Continued = { readonly next: RefreshClaim } | { readonly refused: 'over' | 'reused' };

/**
 * Moves a session to its next generation (decision 48). The token of the generation before receives the same successor for 30 seconds:
 * an answer was lost, or two tabs refreshed at once. An older one may be stolen and ends the session. A newer one was issued before the
 * database was restored from a backup and is accepted.
 */
export async function continueSession(
  db: Kysely<Database>,
  claim: RefreshClaim,
  { idleSeconds, agent }: Pick<Origin, 'agent'> & { readonly idleSeconds: number },
): Promise<Continued> {
  const next = await db
    .updateTable('session')
    .set({
      generation: claim.generation + 1,
      expires_at: expiryAfter(idleSeconds),
      // A clock that was ahead at the sign-in must not prolong the session.
      created_at: sql<string>`least(created_at, now())`,
      last_used_at: now,
      rotated_at: now,
      ...(agent !== undefined && { agent }),
    })
    .where((eb) => eb.and(sessionKeyOf(claim)))
    .where('generation', '<=', claim.generation)
    .where('expires_at', '>', now)
    .where('created_at', '>', sql<string>`now() - make_interval(days => ${MAX_SESSION_DAYS})`)
    .returning('generation')
    .executeTakeFirst();
  if (next) return { next: { ...claim, generation: next.generation } };
  const current = await db
    .selectFrom('session')
    .select([
      'generation',
      sql<boolean>`expires_at > now()`.as('alive'),
      // Both ways: after a jump of the clock the rotation may lie ahead.
      sql<boolean>`abs(extract(epoch from now() - rotated_at)) <= ${PREDECESSOR_SECONDS}`.as('justRotated'),
    ])
    .where((eb) => eb.and(sessionKeyOf(claim)))
    .executeTakeFirst();
  if (current?.alive && current.justRotated && claim.generation === current.generation - 1) {
    return { next: { ...claim, generation: current.generation } };
  }
  const wasAlive = (await endSession(db, claim)) && current?.alive;
  return { refused: wasAlive ? 'reused' : 'over' };
}

/** Ends one session. @returns false if it had ended before */
export async function endSession(db: Kysely<Database>, session: SessionRef): Promise<boolean> {
  const ended = await db
    .deleteFrom('session')
    .where((eb) => eb.and(sessionKeyOf(session)))
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Returns those of these sessions that have neither ended nor expired, with the roles of their users; nobody is disabled. */
export async function activeSessions(
  db: Kysely<Database>,
  sessions: readonly SessionRef[],
): Promise<ReadonlyMap<string, Role>> {
  const { rows } = await sql<{ id: string; account_type: string }>`
    select own.id, account.account_type from session as own
    join unnest(${sessions.map(({ branchId }) => String(branchId))}::bigint[],
      ${sessions.map(({ userId }) => String(userId))}::bigint[],
      ${sessions.map(({ session }) => session)}::uuid[]) as asked (branch_id, user_id, id)
      using (branch_id, user_id, id)
    join app_user as account on account.branch_id = own.branch_id and account.id = own.user_id
    where own.expires_at > now() and account.disabled_at is null`.execute(db);
  return new Map(rows.map(({ id, account_type }) => [id, storedRole.parse(account_type)]));
}

/**
 * Tells all server processes that the role of a user changed: they look at it again, and streams are opened anew (migration 0017).
 * @returns the ids of the user's sessions
 */
export async function publishRole(scope: BranchScope, userId: bigint): Promise<readonly string[]> {
  const told = await scope.all(
    sql<{
      id: string;
    }>`select id::text, pg_notify('session_end', id::text) from ${scope.rows('session')} as own
      where user_id = ${userId}`,
  );
  return told.map(({ id }) => id);
}

/**
 * Ends all sessions of a user of this branch, or all but one. Every server process refuses their access tokens within 10 s of the commit
 * (decision 48): the deleted rows are published by a trigger (migration 0017).
 * @returns the ids of the sessions that ended
 */
export async function endSessionsOf(
  scope: BranchScope,
  userId: bigint,
  { except }: { readonly except?: string } = {},
): Promise<readonly string[]> {
  const ended = await scope.remove<{ id: string }>(
    'session',
    except === undefined ? sql`user_id = ${userId}` : sql`user_id = ${userId} and id <> ${except}`,
  );
  return ended.map(({ id }) => id);
}

/**
 * Deletes the sessions of all users that are over, and takes back what a clock that was ahead has added: no session may expire later than
 * the idle time allows.
 */
export async function sweepSessions(db: Kysely<Database>, idleSeconds: number): Promise<void> {
  const lastBeginning = sql<string>`now() - make_interval(days => ${MAX_SESSION_DAYS})`;
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('created_at', '<=', lastBeginning)]))
    .execute();
  await db
    .updateTable('session')
    .set({ expires_at: expiryAfter(idleSeconds), created_at: sql<string>`least(created_at, now())` })
    .where('expires_at', '>', sql<Date>`now() + make_interval(secs => ${idleSeconds})`)
    .execute();
}
