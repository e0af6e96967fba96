import { SPREADSHEET_TOKENS_PATH } from '#contract/spreadsheet-tokens.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import type { ApiClient, TestServer } from './test-server.ts';

export const MAKER_PASSWORD = 'open sesame of giza';

/** As the screen does, with the password. Clients of tests begin without one. */
export async function askSpreadsheetToken(
  { queryAsOwner }: Pick<TestServer, 'queryAsOwner'>,
  maker: ApiClient,
  body: object,
  headers: Record<string, string> = {},
) {
  await queryAsOwner(`update app_user set password_hash = $1 where id = $2 and password_hash = ''`, [
    await hashPassword(MAKER_PASSWORD),
    maker.userId,
  ]);
  const given = { ...body, current_password: MAKER_PASSWORD };
  return maker.send('POST', SPREADSHEET_TOKENS_PATH, given, headers);
}
