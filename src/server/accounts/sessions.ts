import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Calendar } from '#contract/days.ts';
import type { Page } from '#contract/paging.ts';
import type { SessionRow } from '#contract/people.ts';
import { type Role, storedRole } from '#contract/permissions.ts';
import type { AuthenticatedUser, Origin, Person } from '#server/db/branch-scope.ts';
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

/** Of a session that has just begun or gone on. */
export type SessionClaim = RefreshClaim & Person;

export interface VerifiedUser extends Person {
  readonly passwordHash: string;
}

export interface SignInAttempt {
  readonly user: Person | undefined;
  readonly verified: VerifiedUser | undefined;
}

/** The users of people in their home branches. */
export const homeUsers = (db: Kysely<Database>) =>
  db
    .selectFrom('branch_user')
    .select(['branch_id as branchId', 'id as userId', 'person_id as personId', 'email', 'language'])
    .whereRef('branch_id', '=', 'home_branch_id');

/** Who signs in with this address. */
export const activeUser = (db: Kysely<Database>, email: string) =>
  homeUsers(db)
    .select('password_hash')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

/** Takes equally long without such a user. */
export async function findByPassword(
  db: Kysely<Database>,
  { email, password }: { readonly email: string; readonly password: string },
  source?: string,
): Promise<SignInAttempt> {
  const found = await activeUser(db, email);
  const matches = await passwordMatches(password, found?.password_hash, source);
  if (!found) return { user: undefined, verified: undefined };
  const { branchId, userId, personId, password_hash: passwordHash } = found;
  const user = { branchId, userId, personId };
  return { user, verified: matches ? { ...user, passwordHash } : undefined };
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

/**
 * Expires after `idleSeconds` without use. All times are the database's.
 * @returns undefined if the password was replaced or the user disabled while it was being verified: the row lock waits
 *   for the replacing transaction
 */
export async function beginSession(
  db: Kysely<Database>,
  { branchId, userId, personId, passwordHash }: VerifiedUser,
  { idleSeconds, device, agent }: Origin & { readonly idleSeconds: number },
): Promise<SessionClaim | undefined> {
  const { rows } = await sql<{ id: string; generation: number }>`
    insert into session (person_id, branch_id, device, agent, expires_at)
    select person_id, branch_id, ${device ?? null}, ${agent ?? null},
      now() + least(make_interval(secs => ${idleSeconds}), make_interval(days => ${MAX_SESSION_DAYS}))
    from branch_user where branch_id = ${branchId} and id = ${userId}
      and password_hash = ${passwordHash} and disabled_at is null for share
    returning id, generation`.execute(db);
  const [session] = rows;
  if (!session) return undefined;
  await sql`delete from session where id in (
    select id from session where person_id = ${personId} and sign_in is null
    order by id = ${session.id} desc, last_used_at desc offset ${sql.lit(MAX_SESSIONS)})`.execute(db);
  return { branchId, userId, personId, session: session.id, generation: session.generation };
}

type Continued = { readonly next: SessionClaim } | { readonly refused: 'over' | 'reused' };

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
    .where('id', '=', claim.session)
    .where('generation', '<=', claim.generation)
    .where('expires_at', '>', now)
    .where('ends_at', '>', now)
    .returning(['generation', 'person_id as personId'])
    .executeTakeFirst();
  if (next) {
    await keepSignInAlive(db, claim, idleSeconds);
    return { next: { ...claim, ...next } };
  }
  const current = await db
    .selectFrom('session')
    .select([
      'generation',
      'person_id as personId',
      sql<boolean>`expires_at > now()`.as('alive'),
      answersPredecessor.as('answersPredecessor'),
    ])
    .where('id', '=', claim.session)
    .executeTakeFirst();
  if (current?.alive && current.answersPredecessor && claim.generation === current.generation - 1) {
    const { generation, personId } = current;
    return { next: { ...claim, generation, personId } };
  }
  const wasAlive = (await endSession(db, claim)) && current?.alive;
  return { refused: wasAlive ? 'reused' : 'over' };
}

/** Whether it would be refreshed, without doing so. */
export async function isGoodRefresh(
  db: Kysely<Database>,
  { session, generation }: RefreshClaim,
): Promise<boolean> {
  const { rows } = await sql`select from session where id = ${session}
    and (generation <= ${generation} or (generation = ${generation + 1} and ${answersPredecessor}))`.execute(
    db,
  );
  return rows.length > 0;
}

/** Id of the session that the sign-in began with. */
const signInOf = (session: string) =>
  sql`(select coalesce(used.sign_in, used.id) from session as used where used.id = ${session})`;

/** The session of the sign-in, and those in other branches, live as long as one of them is used (decision 159). */
async function keepSignInAlive(
  db: Kysely<Database>,
  { session }: SessionRef,
  idleSeconds: number,
): Promise<void> {
  await sql`update session set expires_at = ${expiryAfter(idleSeconds)}, last_used_at = now()
    where (id = ${signInOf(session)} or sign_in = ${signInOf(session)}) and id <> ${session}`.execute(db);
}

/**
 * Ends the sign-in that it belongs to, in all branches (decision 159).
 * @returns false if it had ended before
 */
export async function endSession(db: Kysely<Database>, { session }: SessionRef): Promise<boolean> {
  const { rows } = await sql`delete from session where id = ${signInOf(session)} returning id`.execute(db);
  return rows.length > 0;
}

/**
 * A session in another branch of the person, under the same sign-in: it ends with it, and no later (decision 159). One
 * that this sign-in had there is replaced; the one that it began with goes on.
 * @param session the one in use
 * @returns undefined if the session has ended, or the user was disabled meanwhile
 */
export async function switchSession(
  db: Kysely<Database>,
  session: string,
  { branchId, userId }: AuthenticatedUser,
): Promise<RefreshClaim | undefined> {
  const { rows: signIns } = await sql<{ branch_id: bigint; id: string }>`select branch_id, id from session
    where id = ${signInOf(session)} and expires_at > now() for update`.execute(db);
  const [signIn] = signIns;
  if (!signIn) return undefined;
  if (signIn.branch_id !== branchId)
    await sql`delete from session where sign_in = ${signIn.id} and branch_id = ${branchId}`.execute(db);
  const begin =
    signIn.branch_id === branchId
      ? sql<{ id: string; generation: number }>`
          update session set generation = generation + 1, rotated_at = now(), last_used_at = now()
          where id = ${signIn.id} returning id, generation`
      : sql<{ id: string; generation: number }>`
          insert into session (person_id, branch_id, device, agent, created_at, ends_at, expires_at, sign_in)
          select account.person_id, account.branch_id, device, agent, began.created_at, ends_at, expires_at, began.id
          from session as began join branch_user as account on account.person_id = began.person_id
          where began.id = ${signIn.id} and account.branch_id = ${branchId} and account.id = ${userId}
            and account.disabled_at is null for share of account
          returning id, generation`;
  const [begun] = (await begin.execute(db)).rows;
  return begun && { branchId, userId, session: begun.id, generation: begun.generation };
}

export interface ActiveSession {
  readonly personId: bigint;
  readonly role: Role;
  /** The last generation of which a token was used. */
  readonly usedGeneration: number;
  readonly calendar: Calendar;
}

export async function activeSessions(
  db: Kysely<Database>,
  sessions: readonly SessionRef[],
): Promise<ReadonlyMap<string, ActiveSession>> {
  const { rows } = await sql<
    { id: string; person_id: bigint; account_type: string; used_generation: number } & StoredCalendar
  >`
    select session.id, session.person_id, account.account_type, session.used_generation, ${calendarColumns}
    from unnest(${sessions.map(({ branchId }) => String(branchId))}::bigint[],
      ${sessions.map(({ userId }) => String(userId))}::bigint[],
      ${sessions.map(({ session }) => session)}::uuid[]) as asked (branch_id, user_id, id)
    join session on session.id = asked.id and session.branch_id = asked.branch_id
    join branch_user as account on account.branch_id = asked.branch_id and account.id = asked.user_id
      and account.person_id = session.person_id
    ${joinSettings(sql.ref('session.branch_id'))}
    where session.expires_at > now() and account.disabled_at is null
      and not exists (select from owes_factor where owes_factor.person_id = account.person_id)`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        personId: row.person_id,
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
    .where('id', '=', claim.session)
    .where('used_generation', '<', claim.generation)
    .execute();
}

/**
 * Every server process refuses their access tokens within 10 s of the commit (decision 48).
 * @param branch of the sessions; without it all sign-ins end
 * @param except a session whose sign-in stays
 * @returns the ids of the sign-ins that ended
 */
export async function endSessionsOf(
  db: Kysely<Database>,
  personId: bigint,
  { branch, except }: { readonly branch?: bigint; readonly except?: string } = {},
): Promise<readonly string[]> {
  const which =
    branch === undefined
      ? sql`sign_in is null and id is distinct from ${except === undefined ? null : signInOf(except)}`
      : sql`branch_id = ${branch}`;
  const { rows } = await sql<{ id: string }>`
    delete from session where person_id = ${personId} and ${which} returning id`.execute(db);
  return rows.map(({ id }) => id);
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

/** The sign-ins of a person. */
export async function listSessions(
  db: Kysely<Database>,
  personId: bigint,
  current: string,
): Promise<Page<SessionRow>> {
  const { rows } = await sql<StoredSession & { current: boolean }>`
    select id, agent, device as device_name, created_at as started_at, last_used_at, id = ${signInOf(current)} as current
    from session where person_id = ${personId} and sign_in is null and expires_at > now()
    order by last_used_at desc, id limit ${MAX_SESSIONS}`.execute(db);
  const results = rows.map(({ agent, ...session }) => ({ ...session, device: deviceOf(agent) }));
  return { count: results.length, next: null, previous: null, results };
}

/**
 * Returns the readable name of its device.
 * @throws {HttpError} 404 for a sign-in of another person, or one that has ended
 */
export async function endOwnSession(db: Kysely<Database>, personId: bigint, id: string): Promise<string> {
  if (!z.guid().safeParse(id).success) throw notFound();
  const { rows } = await sql<{ agent: string | null }>`
    delete from session where person_id = ${personId} and id = ${id} and sign_in is null returning agent`.execute(
    db,
  );
  const [ended] = rows;
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

  async remember({ personId }: Pick<Person, 'personId'>, source: string): Promise<void> {
    const key = `${personId} ${source}`;
    if (performance.now() < (this.#written.get(key) ?? 0)) return;
    if (this.#written.size >= MAX_WRITTEN) this.#written.clear();
    this.#written.set(key, performance.now() + WRITTEN_MS);
    const older = sql`select source from known_source where person_id = ${personId} and source <> ${source}
      order by last_used_at desc offset ${sql.lit(MAX_SOURCES - 1)}`;
    await sql`
      with dropped as (delete from known_source where person_id = ${personId} and source in (${older}))
      insert into known_source (person_id, source) select id, ${source} from person where id = ${personId}
      on conflict (person_id, source) do update set last_used_at = excluded.last_used_at`.execute(this.#db);
  }

  async knows(email: string, source: string): Promise<boolean> {
    const { rows } = await sql`
      select from known_source join person on person.id = known_source.person_id
      where lower(person.email) = ${email.toLowerCase()} and source = ${source}
        and last_used_at > now() - make_interval(days => ${KNOWN_DAYS})`.execute(this.#db);
    return rows.length > 0;
  }
}
