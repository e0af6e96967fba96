import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Calendar } from '#contract/days.ts';
import type { Page } from '#contract/paging.ts';
import type { SessionRow } from '#contract/people.ts';
import { type Role, storedRole } from '#contract/permissions.ts';
import type { AuthenticatedUser, BranchScope, Origin } from '#server/db/branch-scope.ts';
import { calendarColumns, calendarOf, joinSettings, type StoredCalendar } from '#server/db/calendars.ts';
import type { Database } from '#server/db/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { passwordMatches } from './passwords.ts';
import { messages } from './texts.en.ts';

/** Marks in the User-Agent header. Special browsers stand before the ones that they imitate. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  // An iPad's Safari calls itself that of a Mac.
  [/\bMacintosh\b.*\b(?:Version|CriOS|FxiOS)\//, 'iPad / Mac'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const find = (names: readonly (readonly [RegExp, string])[], agent: string) =>
  names.find(([mark]) => mark.test(agent))?.[1];

export function deviceOf(agent: string | null): string {
  const text = agent ?? '';
  const [browser, system] = [find(browsers, text), find(systems, text)];
  if (browser && system) return messages.browserOnSystem({ browser, system });
  return browser ?? system ?? /^[\w.-]{1,40}/.exec(text)?.[0] ?? messages.unknownDevice;
}

/** Of one user; the one that was not used for longest ends. */
const MAX_SESSIONS = 100;
/** Counted from the sign-in (decision 48). */
const MAX_SESSION_DAYS = 90;
/** Seconds in which the predecessor is answered although its successor was used: two tabs refreshed at once (decision 48). */
const PREDECESSOR_SECONDS = 30;

export interface SessionRef extends AuthenticatedUser {
  readonly session: string;
}

export interface RefreshClaim extends SessionRef {
  readonly generation: number;
}

export interface VerifiedUser extends AuthenticatedUser {
  readonly passwordHash: string;
}

export interface SignInAttempt {
  readonly user: AuthenticatedUser | undefined;
  readonly verified: VerifiedUser | undefined;
}

/** Who signs in with this address. */
export const activeUser = (db: Kysely<Database>, email: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'branch_id', 'email', 'password_hash', 'language'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('home_user_id', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

/** Takes equally long without such a user. */
export async function findByPassword(
  db: Kysely<Database>,
  { email, password }: { readonly email: string; readonly password: string },
  source?: string,
): Promise<SignInAttempt> {
  const found = await activeUser(db, email);
  const hash = found?.password_hash ?? undefined;
  const matches = await passwordMatches(password, hash, source);
  if (!found || hash === undefined) return { user: undefined, verified: undefined };
  const user = { branchId: found.branch_id, userId: found.id };
  return { user, verified: matches ? { ...user, passwordHash: hash } : undefined };
}

const now = sql<Date>`now()`;

/**
 * While its successor was not used, the answer that brought it may be lost. The rotation may lie ahead after a jump of
 * the clock.
 */
const answersPredecessor = sql<boolean>`(used_generation < generation
  or abs(extract(epoch from now() - rotated_at)) <= ${PREDECESSOR_SECONDS})`;

const latestEnd = sql<Date>`least(ends_at, now() + make_interval(days => ${MAX_SESSION_DAYS}))`;

/** After the idle time, and 90 days after the sign-in at the latest. */
const expiryAfter = (idleSeconds: number) =>
  sql<Date>`least(now() + make_interval(secs => ${idleSeconds}), ${latestEnd})`;

const sessionKeyOf = ({ branchId, userId, session }: SessionRef) => ({
  branch_id: branchId,
  user_id: userId,
  id: session,
});

/**
 * Expires after `idleSeconds` without use. All times are the database's.
 * @returns undefined if the password was replaced or the user disabled while it was being verified: the row lock waits
 *   for the replacing transaction
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
  if (!session) return undefined;
  await sql`delete from session where branch_id = ${branchId} and user_id = ${userId} and id in (
    select id from session where branch_id = ${branchId} and user_id = ${userId}
    order by id = ${session.id} desc, last_used_at desc offset ${sql.lit(MAX_SESSIONS)})`.execute(db);
  return { branchId, userId, session: session.id, generation: session.generation };
}

type Continued = { readonly next: RefreshClaim } | { readonly refused: 'over' | 'reused' };

/**
 * Moves a session to its next generation (decision 48). The token of the generation before receives the same successor
 * until that was used, and for 30 seconds. An older one may be stolen and ends the session. A newer one was issued before
 * the database was restored from a backup and is accepted.
 */
export async function continueSession(
  db: Kysely<Database>,
  claim: RefreshClaim,
  { idleSeconds, agent, device }: Origin & { readonly idleSeconds: number },
): Promise<Continued> {
  const next = await db
    .updateTable('session')
    .set({
      generation: claim.generation + 1,
      expires_at: expiryAfter(idleSeconds),
      // A clock that was ahead at the sign-in must not prolong the session.
      created_at: sql<string>`least(created_at, now())`,
      ends_at: latestEnd,
      last_used_at: now,
      rotated_at: now,
      ...(agent !== undefined && { agent }),
      // It may have been named anew.
      ...(device !== undefined && { device }),
    })
    .where((eb) => eb.and(sessionKeyOf(claim)))
    .where('generation', '<=', claim.generation)
    .where('expires_at', '>', now)
    .where('ends_at', '>', now)
    .returning('generation')
    .executeTakeFirst();
  if (next) {
    await keepSignInAlive(db, claim, idleSeconds);
    return { next: { ...claim, generation: next.generation } };
  }
  const current = await db
    .selectFrom('session')
    .select([
      'generation',
      sql<boolean>`expires_at > now()`.as('alive'),
      answersPredecessor.as('answersPredecessor'),
    ])
    .where((eb) => eb.and(sessionKeyOf(claim)))
    .executeTakeFirst();
  if (current?.alive && current.answersPredecessor && claim.generation === current.generation - 1) {
    return { next: { ...claim, generation: current.generation } };
  }
  const wasAlive = (await endSession(db, claim)) && current?.alive;
  return { refused: wasAlive ? 'reused' : 'over' };
}

/** Whether it would be refreshed, without doing so. */
export async function isGoodRefresh(
  scope: BranchScope,
  { session, generation }: RefreshClaim,
): Promise<boolean> {
  const found = await scope.first(sql<{ id: string }>`
    select id from ${scope.rows('session')} as session where id = ${session} and user_id = ${scope.userId}
      and (generation <= ${generation} or (generation = ${generation + 1} and ${answersPredecessor}))`);
  return found !== undefined;
}

const isOfSignIn = ({ branchId, userId, session }: SessionRef) => sql`
  exists (select from session as used
    where used.branch_id = ${branchId} and used.user_id = ${userId} and used.id = ${session}
      and (session.branch_id, session.id) = (coalesce(used.root_branch_id, used.branch_id), coalesce(used.root_id, used.id)))`;

/** The session of the sign-in, and those in other branches, live as long as one of them is used (decision 159). */
async function keepSignInAlive(db: Kysely<Database>, claim: SessionRef, idleSeconds: number): Promise<void> {
  await sql`
    with root as (select session.branch_id, session.id from session where ${isOfSignIn(claim)})
    update session as other set expires_at = ${expiryAfter(idleSeconds)}, last_used_at = now() from root
    where (other.branch_id, other.id) <> (${claim.branchId}, ${claim.session}::uuid)
      and ((other.branch_id, other.id) = (root.branch_id, root.id)
        or (other.root_branch_id, other.root_id) = (root.branch_id, root.id))`.execute(db);
}

/**
 * Ends the sign-in that it belongs to, in all branches (decision 159).
 * @returns false if it had ended before
 */
export async function endSession(db: Kysely<Database>, session: SessionRef): Promise<boolean> {
  const { rows } = await sql`delete from session where ${isOfSignIn(session)} returning session.id`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * A session in another branch of the person, under the same sign-in: it ends with it, and no later (decision 159). One
 * that this sign-in had there is replaced; that of the home branch goes on.
 * @param session the one in use
 * @param target the person's user in the other branch
 * @returns undefined if the session has ended, or the user was disabled meanwhile
 */
export async function switchSession(
  scope: BranchScope,
  session: string,
  target: AuthenticatedUser,
): Promise<RefreshClaim | undefined> {
  const { branchId, userId } = target;
  const root = await scope.first(sql<{ branch_id: bigint; id: string }>`
    select session.branch_id, session.id from session
    where ${isOfSignIn({ branchId: scope.branchId, userId: scope.userId, session })} and session.expires_at > now() for update`);
  if (!root) return undefined;
  const begun =
    root.branch_id === branchId
      ? await scope.first(sql<{ id: string; generation: number }>`
          update session set generation = generation + 1, rotated_at = now(), last_used_at = now()
          where branch_id = ${branchId} and id = ${root.id} and user_id = ${userId} returning id, generation`)
      : await beginElsewhere(scope, root, target);
  return begun && { branchId, userId, session: begun.id, generation: begun.generation };
}

/** @returns undefined if the user was disabled meanwhile */
async function beginElsewhere(
  scope: BranchScope,
  root: { readonly branch_id: bigint; readonly id: string },
  { branchId, userId }: AuthenticatedUser,
): Promise<{ readonly id: string; readonly generation: number } | undefined> {
  await scope.all(sql`delete from session where branch_id = ${branchId} and user_id = ${userId}
    and root_branch_id = ${root.branch_id} and root_id = ${root.id}`);
  const account = await scope.first(sql`
    select id from app_user where branch_id = ${branchId} and id = ${userId} and disabled_at is null for share`);
  if (!account) return undefined;
  return scope.first(sql<{ id: string; generation: number }>`
    insert into session (branch_id, user_id, device, agent, created_at, ends_at, expires_at, root_branch_id, root_id)
    select ${branchId}, ${userId}, root.device, root.agent, root.created_at, root.ends_at, root.expires_at, root.branch_id, root.id
    from session as root where root.branch_id = ${root.branch_id} and root.id = ${root.id}
    returning id, generation`);
}

export interface ActiveSession {
  readonly role: Role;
  /** The last generation of which a token was used. */
  readonly usedGeneration: number;
  readonly calendar: Calendar;
}

export async function activeSessions(
  db: Kysely<Database>,
  sessions: readonly SessionRef[],
): Promise<ReadonlyMap<string, ActiveSession>> {
  const { rows } = await sql<{ id: string; account_type: string; used_generation: number } & StoredCalendar>`
    select session.id, account.account_type, session.used_generation, ${calendarColumns} from session
    join unnest(${sessions.map(({ branchId }) => String(branchId))}::bigint[],
      ${sessions.map(({ userId }) => String(userId))}::bigint[],
      ${sessions.map(({ session }) => session)}::uuid[]) as asked (branch_id, user_id, id)
      using (branch_id, user_id, id)
    join app_user as account on account.branch_id = session.branch_id and account.id = session.user_id
    ${joinSettings(sql.ref('session.branch_id'))}
    where session.expires_at > now() and account.disabled_at is null
      and not owes_factor(account.branch_id, account.id)`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        role: storedRole.parse(row.account_type),
        usedGeneration: row.used_generation,
        calendar: calendarOf(row),
      },
    ]),
  );
}

/** The device has received the tokens of this generation: the refresh token before them is spent (decision 48). */
export async function markUsed(db: Kysely<Database>, claim: RefreshClaim): Promise<void> {
  await db
    .updateTable('session')
    .set({ used_generation: claim.generation })
    .where((eb) => eb.and(sessionKeyOf(claim)))
    .where('used_generation', '<', claim.generation)
    .execute();
}

/**
 * For a user of this branch. Every server process refuses their access tokens within 10 s of the commit (decision 48).
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
 * Deletes sessions of all users that have expired. Shortens those that a fast clock has made too long: no session may
 * expire later than the idle time allows.
 */
export async function sweepSessions(db: Kysely<Database>, idleSeconds: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('ends_at', '<=', now)]))
    .execute();
  await db
    .updateTable('session')
    .set({
      expires_at: expiryAfter(idleSeconds),
      created_at: sql<string>`least(created_at, now())`,
      ends_at: latestEnd,
    })
    .where('expires_at', '>', sql<Date>`now() + make_interval(secs => ${idleSeconds})`)
    .execute();
}

interface StoredSession {
  readonly id: string;
  readonly agent: string | null;
  readonly device_name: string | null;
  readonly started_at: string;
  readonly last_used_at: string;
}

export async function listSessions(scope: BranchScope, current: string): Promise<Page<SessionRow>> {
  const rows = await scope.all(
    sql<StoredSession>`select id, agent, device as device_name, created_at as started_at, last_used_at from ${scope.rows('session')} as session
      where user_id = ${scope.userId} and expires_at > now() order by last_used_at desc, id limit ${MAX_SESSIONS}`,
  );
  const results = rows.map(({ agent, ...session }) => ({
    ...session,
    device: deviceOf(agent),
    current: session.id === current,
  }));
  return { count: results.length, next: null, previous: null, results };
}

/**
 * Returns the readable name of its device.
 * @throws {HttpError} 404 for a session of another user, or one that has ended
 */
export async function endOwnSession(scope: BranchScope, id: string): Promise<string> {
  if (!z.guid().safeParse(id).success) throw notFound();
  const [ended] = await scope.remove<StoredSession>('session', sql`user_id = ${scope.userId} and id = ${id}`);
  if (!ended) throw notFound();
  return deviceOf(ended.agent);
}

/** As long as a session may last (decision 48). */
const KNOWN_DAYS = 90;
/** Per user; the one that was not used for longest goes first. */
const MAX_SOURCES = 20;
/** Milliseconds in which a process does not write the same source again. */
const WRITTEN_MS = 3_600_000;
const MAX_WRITTEN = 10_000;

/** Decision 121. */
export class KnownSources {
  readonly #db: Kysely<Database>;
  readonly #written = new Map<string, number>();

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async remember({ branchId, userId }: AuthenticatedUser, source: string): Promise<void> {
    const key = `${branchId}/${userId} ${source}`;
    if (performance.now() < (this.#written.get(key) ?? 0)) return;
    if (this.#written.size >= MAX_WRITTEN) this.#written.clear();
    this.#written.set(key, performance.now() + WRITTEN_MS);
    const older = sql`select source from known_source where branch_id = ${branchId} and user_id = ${userId} and source <> ${source}
      order by last_used_at desc offset ${sql.lit(MAX_SOURCES - 1)}`;
    await sql`
      with dropped as (
        delete from known_source where branch_id = ${branchId} and user_id = ${userId} and source in (${older}))
      insert into known_source (branch_id, user_id, source)
      select branch_id, id, ${source} from app_user where branch_id = ${branchId} and id = ${userId}
      on conflict (branch_id, user_id, source) do update set last_used_at = excluded.last_used_at`.execute(
      this.#db,
    );
  }

  async knows(email: string, source: string): Promise<boolean> {
    const { rows } = await sql`
      select from known_source join app_user as account on account.branch_id = known_source.branch_id and account.id = user_id
      where lower(account.email) = ${email.toLowerCase()} and source = ${source}
        and last_used_at > now() - make_interval(days => ${KNOWN_DAYS})`.execute(this.#db);
    return rows.length > 0;
  }
}
