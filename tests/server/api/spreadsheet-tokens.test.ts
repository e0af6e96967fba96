import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportPath } from '#contract/exports.ts';
import { HISTORY_PATH } from '#contract/history.ts';
import { IDEMPOTENCY_KEY, type Method, paths } from '#contract/http.ts';
import { MONTH_PATH } from '#contract/month.ts';
import { pageOf } from '#contract/paging.ts';
import { REPORTS_PATH } from '#contract/reports.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import {
  madeSpreadsheetToken,
  SPREADSHEET_TOKENS_PATH,
  spreadsheetToken,
  TOKEN_REQUESTS_A_MINUTE,
} from '#contract/spreadsheet-tokens.ts';
import { apiRoutes } from '../../support/api-routes.ts';
import { accountServer } from './account-server.ts';
import { courses, enrol, students } from './bodies.ts';
import { rowsOfBranch } from './branch-rows.ts';
import { fillBranch } from './filled-branch.ts';
import { askSpreadsheetToken, MAKER_PASSWORD } from './spreadsheet-token.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const server = withServer();
let manager: ApiClient;
let staff: ApiClient;
let ids: Map<string, string>;

beforeAll(async () => {
  manager = await server.newClient();
  staff = await server.newColleague(manager, 'staff');
  ids = await fillBranch(server, manager, 4);
});

const make = async (of = manager, body: object = { name: 'Debts' }) => {
  const { status, body: made, text } = await askSpreadsheetToken(server, of, body);
  expect(status, text).toBe(201);
  return madeSpreadsheetToken.parse(made);
};
let made: ReturnType<typeof make> | undefined;
/** Made once: making them is limited. */
const anyToken = () => (made ??= make());
const list = async (of = manager) =>
  pageOf(spreadsheetToken).parse((await of.get(SPREADSHEET_TOKENS_PATH)).body).results;

let requests = 0;

/** From an address of its own: requests of one address are limited. */
const ask = async (
  secret: string | undefined,
  path: string,
  {
    method = 'GET',
    headers = {},
    remoteAddress,
    ...body
  }: { method?: Method; headers?: object; payload?: object; remoteAddress?: string } = {},
) => {
  requests += 1;
  const answer = await server.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress: remoteAddress ?? `10.0.${requests >> 8}.${requests & 255}`,
    headers: { ...(secret !== undefined && { authorization: `Bearer ${secret}` }), ...headers },
    ...body,
  });
  return { status: answer.statusCode, text: answer.payload, headers: answer.headers };
};

const STUDENTS_CSV = `${exportPath(students)}?format=csv`;
const REPORT = `${REPORTS_PATH}?from=2026-03-01&until=2026-03-31`;
const logLine = z.object({
  event: z.string().optional(),
  user: z.string().optional(),
  spreadsheet_token: z.string().optional(),
});
const refusal = z.object({ detail: z.string().regex(/^[A-Z].{10,}\.$/) });

/** What a spreadsheet may read, written apart from the routes, so that it checks them. */
const readable = new Set([
  ...allResourceNames.map((name) => `GET ${exportPath(resourceOf(name).path)}`),
  `GET ${exportPath('/debts/')}`,
  `GET ${exportPath(MONTH_PATH)}`,
  `GET ${REPORTS_PATH}`,
  `GET ${exportPath(REPORTS_PATH)}`,
]);

describe('a token for spreadsheets', () => {
  it('reads the same file and report as its maker, and its use is seen', async () => {
    const made = await make(manager, { name: ' Debts  of the branch ' });
    expect(made).toMatchObject({
      name: 'Debts of the branch',
      made_by: String(manager.userId),
      last_used_at: null,
    });
    for (const path of [STUDENTS_CSV, REPORT]) {
      const asManager = await server.app.inject({ url: `/api${path}`, headers: manager.authorization });
      const read = await ask(made.secret, path);
      expect([read.status, read.text]).toEqual([200, asManager.payload]);
    }
    const [listed] = await list();
    expect(listed).toMatchObject({ id: made.id, state: 'usable', last_used_at: expect.any(String) });
    const year = Date.parse(listed?.expires_at ?? '') - Date.parse(listed?.created_at ?? '');
    expect(year).toBe(365 * 86_400_000);
  });

  it('is stored as a hash and never told again', async () => {
    const key = randomUUID();
    const answer = await askSpreadsheetToken(
      server,
      manager,
      { name: 'Secret', days: 30 },
      { [IDEMPOTENCY_KEY.toLowerCase()]: key },
    );
    const { secret } = madeSpreadsheetToken.parse(answer.body);
    expect(JSON.stringify(await rowsOfBranch(server, manager.branchId))).not.toContain(secret);
    expect((await manager.get(SPREADSHEET_TOKENS_PATH)).text).not.toContain(secret);
    expect((await manager.get(`${HISTORY_PATH}?resource=spreadsheet-token`)).text).not.toContain(secret);
  });

  it('is made with the present password and nothing less', async () => {
    await make();
    const { status, body } = await manager.send('POST', SPREADSHEET_TOKENS_PATH, {
      name: 'Debts',
      current_password: 'open barley of giza',
    });
    expect([status, body]).toEqual([400, { current_password: [expect.any(String)] }]);
  });

  it('is one of 100 of its branch at most', async () => {
    const busy = await server.newClient();
    await make(busy);
    await server.queryAsOwner(
      `insert into spreadsheet_token (branch_id, user_id, name, token_hash)
        select branch_id, user_id, 'Debts', encode(sha256(place::text::bytea), 'hex')
        from spreadsheet_token, generate_series(1, 99) as place where branch_id = $1`,
      [busy.branchId],
    );
    const { status, body } = await askSpreadsheetToken(server, busy, { name: 'One more' });
    expect([status, body]).toEqual([409, { detail: 'There are 100 tokens. Revoke one first.' }]);
  });

  it('is in the history of the branch, with who made and who revoked it', async () => {
    const made = await make(manager, { name: 'Accountant' });
    const other = await server.newColleague(manager, 'manager');
    const revoked = await other.send('DELETE', `${SPREADSHEET_TOKENS_PATH}${made.id}/`);
    expect([revoked.status, revoked.body]).toEqual([
      200,
      { detail: 'Revoked: Accountant. Spreadsheets cannot read with it any more.' },
    ]);
    const path = `${HISTORY_PATH}?resource=spreadsheet-token&record=${made.id}`;
    const { results } = z
      .object({ results: z.array(z.object({ action: z.string(), title: z.string(), user: z.string() })) })
      .parse((await manager.get(path)).body);
    expect(results).toEqual([
      { action: 'deleted', title: 'Accountant', user: String(other.userId) },
      { action: 'created', title: 'Accountant', user: String(manager.userId) },
    ]);
    expect((await staff.get(path)).body).toMatchObject({ count: 0 });
  });

  it.each([
    ['name', {}],
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['days', { name: 'Debts', days: 0 }],
    ['days', { name: 'Debts', days: 3651 }],
    ['days', { name: 'Debts', days: 1.5 }],
  ])('needs a right %s: %j', async (field, body) => {
    const before = await list();
    const given = { ...body, current_password: MAKER_PASSWORD };
    const { status, body: problem } = await manager.send('POST', SPREADSHEET_TOKENS_PATH, given);
    expect([status, Object.keys(problem)]).toEqual([400, [field]]);
    expect(await list()).toEqual(before);
  });
});

describe('what it may not', () => {
  it('every registered route but the exports and the report is closed to it, and nothing changes', async () => {
    // Few enough routes for the limit of each.
    const secrets = await Promise.all(
      Array.from({ length: Math.ceil(apiRoutes.length / 50) }, async () => (await make()).secret),
    );
    let asked = 0;
    const before = await rowsOfBranch(server, manager.branchId);
    const answered: string[] = [];
    for (const { method, path, open } of apiRoutes) {
      if (open) continue;
      const name = `${method} ${path}`;
      const id = ids.get(path.replace(/\{id\}\/.*$/, '')) ?? '1';
      const filled = path.replace('{id}', id).replace(/\{\w+\}/, randomUUID());
      const secret = secrets[Math.floor(asked++ / 50)] ?? '';
      const { status, text } = await ask(secret, `${filled}?format=csv&from=2026-03-01&until=2026-03-31`, {
        method,
        ...(method !== 'GET' && { payload: {}, headers: { [IDEMPOTENCY_KEY.toLowerCase()]: randomUUID() } }),
      });
      if (status === 200) answered.push(name);
      else expect([name, status, refusal.safeParse(JSON.parse(text)).success]).toEqual([name, 403, true]);
    }
    expect(answered.sort()).toEqual([...readable].sort());
    const unused = (rows: typeof before) => rows.filter(({ of_table }) => of_table !== 'spreadsheet_token');
    expect(unused(await rowsOfBranch(server, manager.branchId))).toEqual(unused(before));
  });

  it('no route beside them reads a token in the address, and the report takes it in the header alone', async () => {
    const { secret } = await anyToken();
    for (const { method, path, open } of apiRoutes) {
      if (open || method !== 'GET') continue;
      const filled = path.replace(/\{\w+\}/, ids.get(path.replace(/\{id\}\/.*$/, '')) ?? '1');
      const isFile = readable.has(`GET ${path}`) && path !== REPORTS_PATH;
      if (!isFile)
        expect([path, (await ask(undefined, `${filled}?token=${secret}`)).status]).toEqual([path, 401]);
    }
    expect((await ask(undefined, `${REPORT}&token=${secret}`)).status).toBe(401);
    const file = await ask(undefined, `${STUDENTS_CSV}&token=${secret}`);
    expect([file.status, file.text]).toEqual([200, (await ask(secret, STUDENTS_CSV)).text]);
    // Another token in the header is not passed over.
    expect((await ask('bds_wrong', `${STUDENTS_CSV}&token=${secret}`)).status).toBe(401);
    const session = await server.tokenOf(manager);
    expect((await ask(undefined, `${STUDENTS_CSV}&token=${session}`)).status).toBe(401);
    expect((await ask(undefined, `${STUDENTS_CSV}&token=${secret}&token=${secret}`)).status).toBe(401);
  });

  it('reads no workbook', async () => {
    const { secret } = await anyToken();
    for (const format of ['format=xlsx', '', 'format=CSV']) {
      const { status, text } = await ask(secret, `${exportPath(students)}?${format}`);
      expect([status, refusal.parse(JSON.parse(text)).detail]).toEqual([
        403,
        'A token for spreadsheets reads lists as CSV and the report, nothing else.',
      ]);
    }
  });

  it('reads its own branch alone, and another branch neither sees nor revokes it', async () => {
    const made = await make();
    const theirs = await server.newClient();
    await theirs.create(students, { name: 'Not yours at all' });
    expect((await ask(made.secret, STUDENTS_CSV)).text).not.toContain('Not yours at all');
    expect(await list(theirs)).toEqual([]);
    expect((await theirs.send('DELETE', `${SPREADSHEET_TOKENS_PATH}${made.id}/`)).status).toBe(404);
    expect((await ask(made.secret, STUDENTS_CSV)).status).toBe(200);
  });
});

describe('its end', () => {
  const ends = async (secret: string) => {
    const { status, text } = await ask(secret, STUDENTS_CSV);
    return [status, refusal.parse(JSON.parse(text)).detail];
  };
  const signIn = [401, 'Sign in to go on.'];

  it('comes at once when it is revoked, and only once', async () => {
    const { id, secret } = await make();
    expect((await ask(secret, STUDENTS_CSV)).status).toBe(200);
    expect((await manager.send('DELETE', `${SPREADSHEET_TOKENS_PATH}${id}/`)).status).toBe(200);
    expect(await ends(secret)).toEqual(signIn);
    expect((await manager.send('DELETE', `${SPREADSHEET_TOKENS_PATH}${id}/`)).status).toBe(404);
  });

  it('comes with its day, and never without one', async () => {
    const [short, long] = [
      await make(manager, { name: 'Day', days: 1 }),
      await make(manager, { name: 'Ever', days: null }),
    ];
    expect(long.expires_at).toBeNull();
    await server.queryAsOwner(
      "update spreadsheet_token set expires_at = now() - interval '1 second' where id = $1",
      [short.id],
    );
    expect(await ends(short.secret)).toEqual(signIn);
    expect((await list()).find(({ id }) => id === short.id)?.state).toBe('expired');
    expect((await ask(long.secret, STUDENTS_CSV)).status).toBe(200);
  });

  it.each([
    ['is disabled', { disabled: true }],
    ['is no manager any more', { account_type: 'staff' }],
  ])('comes when its maker %s', async (_why, change) => {
    const maker = await server.newColleague(manager, 'manager');
    const { id, secret } = await make(maker);
    expect((await ask(secret, REPORT)).status).toBe(200);
    expect((await manager.send('PATCH', `/users/${maker.userId}/`, change)).status).toBe(200);
    expect(await ends(secret)).toEqual(signIn);
    expect((await list()).find((one) => one.id === id)?.state).toBe('maker-gone');
    const back = { disabled: false, account_type: 'manager' };
    expect((await manager.send('PATCH', `/users/${maker.userId}/`, back)).status).toBe(200);
    expect(await ends(secret)).toEqual(signIn);
    expect((await list()).find((one) => one.id === id)?.state).toBe('expired');
  });

  it('comes with a new password of its maker, and of no other', async () => {
    const maker = await server.newColleague(manager, 'manager');
    const [{ secret }, other] = [await make(maker), await make()];
    const change = { current_password: MAKER_PASSWORD, new_password: 'another sesame of giza' };
    expect((await maker.send('PATCH', paths.user, change)).status).toBe(200);
    expect(await ends(secret)).toEqual(signIn);
    expect((await ask(other.secret, REPORT)).status).toBe(200);
  });
});

describe('its limits', () => {
  it('answers 60 requests a minute, and does not count those of another token', async () => {
    const [busy, quiet] = [await make(), await make()];
    const statuses: number[] = [];
    for (let count = 0; count < TOKEN_REQUESTS_A_MINUTE; count++)
      statuses.push((await ask(busy.secret, REPORT)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await ask(busy.secret, REPORT);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await ask(quiet.secret, REPORT)).status).toBe(200);
  });

  it('many formulas of one sheet all get their file, while the person exports too', async () => {
    const { secret } = await anyToken();
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => ask(secret, STUDENTS_CSV)),
      server.app
        .inject({ url: `/api${STUDENTS_CSV}`, headers: manager.authorization })
        .then(({ statusCode }) => ({ status: statusCode })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
  });
});

it('made-up tokens from one address are refused before they cost a look into the database', async () => {
  const { secret } = await anyToken();
  const remoteAddress = '192.0.2.7';
  const guess = () => `bds_${randomUUID().replaceAll('-', '').padEnd(43, 'x')}`;
  const statuses: number[] = [];
  for (let count = 0; count < 300; count++)
    statuses.push((await ask(guess(), STUDENTS_CSV, { remoteAddress })).status);
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect((await ask(guess(), STUDENTS_CSV, { remoteAddress })).status).toBe(429);
  expect((await ask(secret, STUDENTS_CSV, { remoteAddress })).status).toBe(429);
  expect((await ask(secret, STUDENTS_CSV)).status).toBe(200);
});

it('a spreadsheet names the language of the headings in the address', async () => {
  const { secret } = await anyToken();
  await enrol(manager, '100');
  const arabic = await ask(secret, `${exportPath(courses)}?format=csv&lang=ar`);
  expect(arabic.text.split('\n', 1)[0]).toContain('الطالب');
  const english = await ask(secret, `${exportPath(courses)}?format=csv`);
  expect(english.text.split('\n', 1)[0]).toContain('Student');
});

it('the security log names who made, used and revoked a token; no line has the token', async () => {
  const loggedServer = await accountServer(server);
  const request = (method: Method, path: string, headers: object, payload?: object) =>
    loggedServer.app.inject({
      method,
      url: `/api${path}`,
      headers: { ...headers },
      ...(payload && { payload }),
    });
  const made = await request('POST', SPREADSHEET_TOKENS_PATH, manager.authorization, {
    name: 'Logged',
    current_password: MAKER_PASSWORD,
  });
  const { id, secret } = madeSpreadsheetToken.parse(made.json());
  await request('GET', `${STUDENTS_CSV}&token=${secret}`, {});
  await request('GET', `${exportPath(students)}?format=xlsx&token=${secret}`, {});
  await request('GET', `/nothing/?token=${secret}`, {});
  await request('GET', `/%zz?token=${secret}`, {});
  await request('GET', REPORT, { authorization: `Bearer ${secret}` });
  await request('DELETE', `${SPREADSHEET_TOKENS_PATH}${id}/`, manager.authorization);
  await request('GET', `${STUDENTS_CSV}&token=${secret}`, {});
  const user = `${manager.branchId}/${manager.userId}`;
  const lines = loggedServer.log().trim().split('\n');
  const events = lines
    .map((line) => logLine.parse(JSON.parse(line)))
    .filter(({ spreadsheet_token }) => spreadsheet_token === id);
  expect(events.map(({ event, user: by }) => [event, by])).toEqual([
    ['spreadsheet-token-made', user],
    ['list-exported', user],
    ['spreadsheet-token-revoked', user],
  ]);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  expect((await request('GET', paths.branch, manager.authorization)).json()).toMatchObject({
    spreadsheet_tokens: true,
  });
  await loggedServer.app.close();
});
