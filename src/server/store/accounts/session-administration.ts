import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import type { Database } from '#server/store/database.ts';
import { AccountError } from './accounts.ts';
import { deviceOf } from './device-of.ts';

/** Describes a session of any user, for an administrator. Times are ISO 8601 in UTC. */
export interface ListedSession {
  readonly id: string;
  readonly email: string;
  readonly device: string;
  readonly startedAt: string;
  readonly lastUsedAt: string;
}

/** Chooses the sessions of one user, one session, or all. */
export interface SessionChoice {
  readonly email?: string | undefined;
  readonly id?: string | undefined;
}

/** Lists the sessions that go on, the last used first. */
export async function listSessionsOf(
  db: Kysely<Database>,
  { email }: Pick<SessionChoice, 'email'>,
): Promise<readonly ListedSession[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('app_user', (join) =>
      join.onRef('app_user.branch_id', '=', 'session.branch_id').onRef('app_user.id', '=', 'session.user_id'),
    )
    .select(['session.id', 'email', 'agent', 'session.created_at', 'last_used_at'])
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(email !== undefined, (query) => query.where(sql`lower(email)`, '=', email?.toLowerCase()))
    .orderBy('last_used_at', 'desc')
    .orderBy('session.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    device: deviceOf(row.agent),
    startedAt: row.created_at,
    lastUsedAt: String(row.last_used_at),
  }));
}

/** Names a session that was ended. */
export interface EndedSession {
  readonly user: AuthenticatedUser;
  readonly session: string;
}

/**
 * Ends one session, or all of one user. Running servers refuse their access tokens within 10 s.
 * @throws {AccountError} if nobody has the address, or no session the id
 */
export async function endSessions(
  db: Kysely<Database>,
  { email, id }: SessionChoice,
): Promise<readonly EndedSession[]> {
  if (id !== undefined && !z.guid().safeParse(id).success)
    throw new AccountError(`There is no session ${id}.`);
  const user =
    email === undefined
      ? undefined
      : await db
          .selectFrom('app_user')
          .select(['branch_id', 'id'])
          .where(sql`lower(email)`, '=', email.toLowerCase())
          .executeTakeFirst();
  if (email !== undefined && !user) throw new AccountError(`Nobody signs in with the address ${email}.`);
  const ended = await db
    .deleteFrom('session')
    .$if(user !== undefined, (query) =>
      query.where('branch_id', '=', user?.branch_id ?? 0n).where('user_id', '=', user?.id ?? 0n),
    )
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning(['branch_id', 'user_id', 'id'])
    .execute();
  if (id !== undefined && ended.length === 0) throw new AccountError(`There is no session ${id}.`);
  return ended.map((row) => ({
    user: { branchId: row.branch_id, userId: row.user_id },
    session: row.id,
  }));
}
