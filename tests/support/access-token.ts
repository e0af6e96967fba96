import { z } from 'zod';
import type { SessionRef } from '#server/accounts/sessions.ts';
import { createTokens } from '#server/accounts/tokens.ts';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';

export const testSecret = 'a secret of the tests, long enough';

type Query = (text: string, values: unknown[]) => Promise<readonly Record<string, unknown>[]>;

interface TokenOptions {
  readonly tokenSecret?: string;
  /** An hour without it: a file of a test may take many minutes on a loaded machine. */
  readonly seconds?: number;
}

const rowOf = z.object({ id: z.string() });

async function beginSession(query: Query, { branchId, userId }: AuthenticatedUser): Promise<string> {
  const [row] = await query(
    `insert into session (branch_id, person_id, expires_at)
      select branch_id, person_id, now() + interval '1 day' from app_user where branch_id = $1 and id = $2 returning id`,
    [String(branchId), String(userId)],
  );
  return rowOf.parse(row).id;
}

async function sign(
  { branchId, userId, session }: SessionRef,
  { tokenSecret = testSecret, seconds = 3_600 }: TokenOptions = {},
): Promise<string> {
  const tokens = createTokens({ tokenSecret, accessTokenSeconds: seconds, refreshTokenSeconds: 86_400 });
  return (await tokens.pairFor({ branchId, userId, session, generation: 0 })).access;
}

/** Begins a session of a user, who needs no password for it, and returns its id and an access token. */
export async function sessionWithToken(
  query: Query,
  user: AuthenticatedUser,
): Promise<{ session: string; access: string }> {
  const session = await beginSession(query, user);
  return { session, access: await sign({ ...user, session }) };
}

/** Returns an access token of a session of the user, which is begun if there is none. */
export async function accessToken(
  query: Query,
  user: AuthenticatedUser,
  options?: TokenOptions,
): Promise<string> {
  const [going] = await query(
    `select session.id from session join app_user using (branch_id, person_id)
      where app_user.id = $1 order by session.id limit 1`,
    [String(user.userId)],
  );
  const session = rowOf.safeParse(going).data?.id ?? (await beginSession(query, user));
  return sign({ ...user, session }, options);
}
