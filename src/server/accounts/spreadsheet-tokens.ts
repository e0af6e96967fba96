import { type RawBuilder, sql } from 'kysely';
import { permissions } from '#contract/permissions.ts';
import type {
  MadeSpreadsheetToken,
  NewSpreadsheetToken,
  SpreadsheetToken,
} from '#contract/spreadsheet-tokens.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseId } from '#server/db/columns.ts';
import { appendHistory, TOKEN_HISTORY } from '#server/history/history.ts';
import { conflict, forbidden, notFound } from '#server/platform/http-error.ts';
import { createTokenSecret } from './find-token.ts';
import { hashOfSecret } from './secrets.ts';
import { messages } from './texts.en.ts';

const selectTokens = (scope: BranchScope, where: RawBuilder<unknown>) => sql<SpreadsheetToken>`
  select token.id::text, token.name, token.user_id::text as made_by,
    coalesce(person_name(token.branch_id, token.user_id), '') as made_by_name, token.created_at, token.expires_at, token.last_used_at,
    case when maker.disabled_at is not null or maker.account_type <> 'manager' then 'maker-gone'
      when token.expires_at <= now() then 'expired' else 'usable' end as state
  from ${scope.rows('spreadsheet_token')} as token
    join ${scope.rows('branch_user')} as maker on maker.id = token.user_id
  where ${where} order by token.id desc`;

/** Of the whole branch, newest first, with those that do not work any more until they are revoked. */
export async function listTokens(scope: BranchScope) {
  const results = await scope.all(selectTokens(scope, sql`true`));
  return { count: results.length, next: null, previous: null, results };
}

const historyRecordOf = ({ id, name }: Pick<SpreadsheetToken, 'id' | 'name'>) => ({
  resource: TOKEN_HISTORY,
  id,
  title: name,
  month: null,
});

/** The right of the settings, and those of what the token reads. */
const neededToMake = ['settings.manage', 'months.figures'] as const;

/** Of a branch: the list shows all of them. */
const MAX_TOKENS = 100;

/**
 * Nobody can read the secret again: only its hash is stored (decision 157).
 * @throws {HttpError} 403, also for an approved request; 409 where there are too many
 */
export async function makeToken(
  scope: BranchScope,
  { name, days }: NewSpreadsheetToken,
): Promise<MadeSpreadsheetToken> {
  const lacking = neededToMake.find((permission) => !scope.sees(permission));
  if (lacking) throw forbidden(permissions[lacking].refusal);
  const stored = await scope.first(
    sql<{ count: number }>`select count(*)::int as count from ${scope.rows('spreadsheet_token')} as token`,
  );
  if ((stored?.count ?? 0) >= MAX_TOKENS) throw conflict(messages.tokensFull({ limit: MAX_TOKENS }));
  const secret = createTokenSecret();
  const made = await scope.insert(
    'spreadsheet_token',
    {
      user_id: scope.userId,
      name,
      token_hash: hashOfSecret(secret),
      expires_at: days === null ? null : sql`now() + make_interval(days => ${days})`,
    },
    sql<{ id: bigint }>`returning id`,
  );
  const [after] = made ? await scope.all(selectTokens(scope, sql`token.id = ${made.id}`)) : [];
  if (!after) throw new Error('The new token is gone');
  await appendHistory(scope, { ...historyRecordOf(after), action: 'created', after });
  return { ...after, secret };
}

/**
 * The next request with it is refused. Any manager may.
 * @throws {HttpError} 404 for a token of another branch, or one that was revoked before
 */
export async function revokeToken(scope: BranchScope, id: string): Promise<SpreadsheetToken> {
  const found = parseId(id);
  const [before] = found === undefined ? [] : await scope.all(selectTokens(scope, sql`token.id = ${found}`));
  const removed = before ? await scope.remove('spreadsheet_token', sql`id = ${before.id}`) : [];
  if (!before || removed.length === 0) throw notFound();
  await appendHistory(scope, { ...historyRecordOf(before), action: 'deleted', before });
  return before;
}
