import { type Kysely, sql } from 'kysely';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import { calendarColumns, calendarOf, joinSettings, type StoredCalendar } from '#server/db/calendars.ts';
import type { Database } from '#server/db/database.ts';
import { createSecret, hashOfSecret } from './secrets.ts';

/** Tells a spreadsheet token from an access token, and programs that look for leaked secrets find it. */
const PREFIX = 'bds_';
const TOKEN_SECRET = /^bds_[\w-]{43}$/;

export const createTokenSecret = (): string => PREFIX + createSecret();

export const isTokenSecret = (text: string): boolean => TOKEN_SECRET.test(text);

/** Who made the token, and its id. */
export interface TokenMaker extends AuthenticatedUser {
  readonly token: string;
}

/**
 * Asked at every request, so that a revoked token, or one whose maker is disabled or no manager any more, ends at once
 * (decision 157). The time of its use is stored once a minute.
 * @returns undefined for a token that does not work
 */
export async function findTokenMaker(db: Kysely<Database>, secret: string): Promise<TokenMaker | undefined> {
  const { rows } = await sql<{ branch_id: bigint; user_id: bigint; id: string } & StoredCalendar>`
    with found as (
      select token.branch_id, token.user_id, token.id from spreadsheet_token as token
        join branch_user as maker on maker.branch_id = token.branch_id and maker.id = token.user_id
      where token.token_hash = ${hashOfSecret(secret)} and (token.expires_at is null or token.expires_at > now())
        and maker.account_type = 'manager' and maker.disabled_at is null),
    used as (
      update spreadsheet_token as token set last_used_at = now() from found
      where token.branch_id = found.branch_id and token.id = found.id
        and (token.last_used_at is null or token.last_used_at < now() - interval '1 minute'))
    select found.branch_id, user_id, id::text, ${calendarColumns} from found ${joinSettings(sql.ref('found.branch_id'))}`.execute(
    db,
  );
  const [found] = rows;
  return (
    found && {
      branchId: found.branch_id,
      userId: found.user_id,
      token: found.id,
      calendar: calendarOf(found),
    }
  );
}
