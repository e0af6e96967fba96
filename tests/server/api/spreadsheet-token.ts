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
  await queryAsOwner(
    `update person set password_hash = $1 where password_hash = ''
      and id = (select person_id from app_user where id = $2)`,
    [await hashPassword(MAKER_PASSWORD), maker.userId],
  );
  const given = { ...body, current_password: MAKER_PASSWORD };
  return maker.send('POST', SPREADSHEET_TOKENS_PATH, given, headers);
}
