import { CLOSES_PATH } from '#contract/closes.ts';
import { DEBTS_PATH } from '#contract/debts.ts';
import { paths } from '#contract/http.ts';
import { IMPORTS_PATH } from '#contract/imports.ts';
import { MONTH_PATH } from '#contract/month.ts';
import { PRINTS_PATH } from '#contract/receipts.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { SPREADSHEET_TOKENS_PATH } from '#contract/spreadsheet-tokens.ts';
import { USERS_PATH } from '#contract/users.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { sessionWithToken } from '../../support/access-token.ts';
import { bodyOf, collectionOf, printAndCancel } from './bodies.ts';
import { askSpreadsheetToken } from './spreadsheet-token.ts';
import type { ApiClient, TestServer } from './test-server.ts';
import { sendFile } from './upload.ts';

/** Creates one record of each kind in a client's branch. Returns their ids by the path of their list. */
export async function fillBranch(
  server: TestServer,
  client: ApiClient,
  seed: number,
): Promise<Map<string, string>> {
  const factory = branchFactory(seed);
  const ids = new Map<string, string>();
  const create = async (path: string, body: object) => ids.set(path, (await client.create(path, body)).id);
  ids.set(paths.sessions, (await sessionWithToken(server.queryAsOwner, client)).session);
  ids.set(USERS_PATH, String((await server.newColleague(client, 'staff')).userId));
  const token = await askSpreadsheetToken(server, client, { name: `Debts ${seed}` });
  ids.set(SPREADSHEET_TOKENS_PATH, String(token.body.id));
  await create(MONTH_PATH, { name: `March ${seed}` });
  await create(paths.collections, await collectionOf(client, factory));
  ids.set(PRINTS_PATH, (await printAndCancel(client, factory)).print);
  await create(CLOSES_PATH, { other: '1' });
  const options = { target: 'student', columns: { name: 0 } };
  const { body } = await sendFile(server, client, IMPORTS_PATH, { content: 'Name\nMona Adel\n' }, options);
  ids.set(IMPORTS_PATH, String(body.id));
  for (const name of allResourceNames)
    await create(resourceOf(name).path, await bodyOf[name](client, factory));
  ids.set(DEBTS_PATH, ids.get(resourceOf('student').path) ?? '');
  return ids;
}
