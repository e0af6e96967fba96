import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CLOSES_PATH } from '#contract/closes.ts';
import { errorBody } from '#contract/errors.ts';
import { FAMILIES_PATH } from '#contract/families.ts';
import { HISTORY_PATH } from '#contract/history.ts';
import { paths } from '#contract/http.ts';
import { MONTH_PATH } from '#contract/month.ts';
import { PRINTS_PATH } from '#contract/receipts.ts';
import { allResourceNames, type ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { sessionWithToken } from '../../support/access-token.ts';
import { type ApiRoute, apiRoutes } from '../../support/api-routes.ts';
import { bodyOf } from './bodies.ts';
import { rowsOfBranch } from './branch-rows.ts';
import { fillBranch } from './filled-branch.ts';
import type { Answer, ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const server = withServer();
let mine: ApiClient;
let theirs: ApiClient;
/** Ids of one record of each branch, by the path of its list. */
let ownIds: Map<string, string>;
let foreign: Map<string, string>;
const bodies = new Map<string, [name: string, text: string][]>();

beforeAll(async () => {
  [mine, theirs] = [await server.newClient(), await server.newClient()];
  [ownIds, foreign] = [await fillBranch(server, mine, 1), await fillBranch(server, theirs, 2)];
  for (const name of allResourceNames) {
    const { path } = resourceOf(name);
    bodies.set(path, hostileBodies(name, await bodyOf[name](mine, branchFactory(3))));
  }
  bodies.set(paths.collections, hostileLines());
  bodies.set(PRINTS_PATH, [
    ["another branch's payment", JSON.stringify({ resource: 'bus', record: foreign.get('/bus/') })],
    ['another type for each', '{"resource":{},"record":[],"printed_at":7}'],
    [
      'a day beyond all calendars',
      JSON.stringify({ resource: 'bus', record: '1', printed_at: '+99999-01-01T00:00:00Z' }),
    ],
  ]);
  bodies.set(CLOSES_PATH, hostileCounts());
  const [mineOne, theirOne] = [ownIds, foreign].map((ids) => ids.get(resourceOf('student').path));
  bodies.set(FAMILIES_PATH, [
    ["another branch's student", JSON.stringify({ student: mineOne, other: theirOne, together: true })],
    ['another type for each', '{"student":{},"other":[],"together":"yes"}'],
  ]);
});

/** Returns hostile bodies of collections and families: lines of another branch, and of no shape. */
function hostileLines(): [string, string][] {
  const line = { resource: 'bus', related_record: foreign.get('/bus/'), paid_amount: '1' };
  const lines: [string, unknown][] = [
    ["another branch's debt", [line]],
    ['lines that are no objects', [1, null, 'x', []]],
    ['null bytes', [{ ...line, resource: 'a\0', related_record: '\0', paid_amount: '\0' }]],
    ['objects in every field', [{ resource: {}, related_record: { $ne: null }, paid_amount: [] }]],
    ['a thousand lines', Array.from({ length: 1_000 }, () => line)],
    ['an object for lines', { length: 1e9 }],
  ];
  return lines.map(([label, payments]) => [label, JSON.stringify({ receipt_number: '1', payments })]);
}

function hostileCounts(): [string, string][] {
  const counts: [string, object][] = [
    ["another branch's close", { other: '1', after: foreign.get(CLOSES_PATH) }],
    ['pieces of no number', { pieces: { '5.00': 1e308, __proto__: { x: 1 }, '\0': '1' } }],
    [
      'objects in every field',
      { pieces: [1], other: {}, kept: { $ne: null }, float: [], notes: {}, after: {} },
    ],
    ['null bytes', { other: '1\0', notes: '\0' }],
  ];
  return counts.map(([label, body]) => [label, JSON.stringify(body)]);
}

/** Returns a valid body with each kind of hostile value. The last two are valid, and must do no harm either. */
function hostileBodies(name: ResourceName, whole: Record<string, unknown>): [string, string][] {
  const resource = resourceOf(name);
  const each = (value: unknown) =>
    Object.fromEntries(Object.keys(resource.fields).map((field) => [field, value]));
  const references = Object.entries(resource.fields).filter(([, { kind }]) => kind === 'reference');
  const elsewhere = references.map(([field, { refersTo }]) => [
    field,
    refersTo && foreign.get(resourceOf(refersTo).path),
  ]);
  return [
    [
      'read-only fields',
      JSON.stringify({
        ...whole,
        ...Object.fromEntries(Object.keys(resource.computed).map((field) => [field, '1'])),
        id: '1',
        branch_id: String(theirs.branchId),
        month: foreign.get(MONTH_PATH),
        created_by: '1',
        month_id: '1',
      }),
    ],
    [
      "another branch's ids",
      JSON.stringify({
        ...whole,
        ...Object.fromEntries(elsewhere),
        related_record: foreign.get(resource.path),
      }),
    ],
    [
      "another branch's enrolment to pay for",
      JSON.stringify({
        is_installment: true,
        related_record: foreign.get(resource.path),
        receipt_number: '1',
        paid_amount: '1',
      }),
    ],
    ['null bytes in every field', JSON.stringify(each('a\0b'))],
    ['numbers in every field', JSON.stringify(each(1e300))],
    ['lists in every field', JSON.stringify(each([[1], ['x']]))],
    ['objects in every field', JSON.stringify(each({ $ne: null, toString: 'x' }))],
    ['truth in every field', JSON.stringify(each(true))],
    ['SQL in every field', JSON.stringify(each("'; drop table student; --"))],
  ];
}

const LARGE = 'more than a megabyte';
const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
const payment = '"is_installment":true,"receipt_number":"1","paid_amount":"1"';
const everywhere: [string, string][] = [
  ['nothing', ''],
  ['an empty object', '{}'],
  ['half an object', '{"name":'],
  ['a text', '"text"'],
  ['a number', '7'],
  ['null', 'null'],
  ['a list', '[1,2]'],
  ['very deep nesting', deep],
  ['unknown fields', '{"__proto__":{"is_installment":true},"constructor":1,"$where":"1","name":null}'],
  [
    'wrong types',
    '{"name":{},"email":[],"password":7,"refresh":true,"reason":1,"expect":1,"month":{},"token":{},"student":{"id":1}}',
  ],
  ['a made-up step of a sign-in', '{"token":"1.1.x","code":["123456"],"recovery_code":"\' or true --"}'],
  ['a made-up passkey', `{"token":"999999999999999999.1.${'a'.repeat(43)}","passkey":{"id":"x"}}`],
  ['an unknown step of a sign-in', `{"token":"-1.1.${'a'.repeat(43)}","code":"123456"}`],
  ['huge numbers', '{"name":1e999,"student":99999999999999999999,"price":1e308,"paid_amount":-1e308}'],
  [
    'control characters',
    '{"name":"\\u0000","email":"\\u0000@a.b","password":"\\u0000\\u0000\\u0000\\u0000","refresh":"\\u0000","receipt_number":"\\ud800"}',
  ],
  ['an installment of nothing', `{"related_record":"-1",${payment}}`],
  ['a huge id', `{"related_record":"${'9'.repeat(64)}",${payment}}`],
  [LARGE, JSON.stringify({ name: 'x'.repeat(1_100_000) })],
];

const key = new TextEncoder().encode('a secret of the tests, long enough');
/** Signs a token of this device's own session, by the clock of the server. What a test names is all that is wrong with it. */
function jwt(claims: Record<string, unknown>, audience: string, seconds: number, secret = key) {
  const now = Math.floor(server.clock.now.getTime() / 1000);
  return new SignJWT({ sid: ownIds.get(paths.sessions), ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setSubject(String(mine.userId))
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(secret);
}

const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1","branch":"1","aud":"access","exp":9999999999}')}.`;
const strangers: [string, () => Promise<string | undefined>][] = [
  ['no token', async () => undefined],
  ['an empty token', async () => ''],
  ['garbage', async () => 'abc.def.ghi'],
  ['an unsigned token', async () => unsigned.replaceAll('=', '')],
  ['a token that has run out', () => jwt({ branch: String(mine.branchId) }, 'access', -1)],
  ['a token without a branch', () => jwt({}, 'access', 60)],
  ['a token of a branch that is no number', () => jwt({ branch: "1' or 1=1" }, 'access', 60)],
  ["one's own user in another branch", () => jwt({ branch: String(theirs.branchId) }, 'access', 60)],
  [
    'a refresh token',
    () => jwt({ branch: String(mine.branchId), session: crypto.randomUUID(), generation: 0 }, 'refresh', 60),
  ],
  [
    'a token of another server',
    () =>
      jwt(
        { branch: String(mine.branchId) },
        'access',
        60,
        new TextEncoder().encode('another secret, just as long as that'),
      ),
  ],
];

const everything = (branchId: bigint) => rowsOfBranch(server, branchId);

const REVEALS =
  /at .+\.ts|node_modules|select |insert |constraint|kysely|postgres|FST_|expected \w+, received|too (small|big):/i;

const withFacts = z.looseObject({ problems: z.array(z.unknown()).default([]) });

/** Returns what is wrong with an answer: a 5xx, a refusal without the contract's shape, or one that reveals the implementation. */
function uncivil({ status, text, body, problems: readable }: Answer, label: string): string[] {
  if (status < 400) return [];
  const { problems } = withFacts.parse(JSON.parse(text));
  const isInShape = errorBody.safeParse(body).success && readable.length === problems.length;
  const isForbidden = status < 500 && isInShape && !REVEALS.test(text);
  return isForbidden ? [] : [`${label}: ${status} ${text.slice(0, 300)}`];
}

/** Expects an answer without faults. Vitest's own comparison of thousands of good answers would take longer than the answers. */
function expectCivil(answer: Answer, label: string): void {
  const faults = uncivil(answer, label);
  if (faults.length > 0) expect(faults).toEqual([]);
}

/** Returns the list of a record's path, and of an action on a record. */
const listOf = (path: string) => path.replace(/\{id\}\/.*$/, '');
const addressOf = ({ path }: ApiRoute, ids: Map<string, string>) =>
  path.replace('{id}', () => {
    const id = ids.get(listOf(path));
    if (id === undefined) throw new Error(`There is no record of ${path}`);
    return id;
  });
const bodiesOf = ({ method, path }: ApiRoute) =>
  method === 'GET' || method === 'DELETE'
    ? everywhere.slice(0, 1)
    : [...everywhere, ...(bodies.get(listOf(path)) ?? [])];
const sent = (text: string) => (text === '' ? undefined : text);
/** Returns a client to send with: a sign-out ends the session that sends it. */
const senderOf = async ({ path }: ApiRoute) =>
  path === paths.logout
    ? server.clientWithToken((await sessionWithToken(server.queryAsOwner, mine)).access)
    : mine;
const named = apiRoutes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('requests without a token of this branch', () => {
  const both = async () => [await everything(mine.branchId), await everything(theirs.branchId)];
  let before: unknown;
  beforeAll(async () => {
    before = await both();
  });

  const closed = named.filter(([, { open }]) => !open);
  it.each(closed)('%s refuses every request without a token of this branch', async (name, endpoint) => {
    const place = closed.findIndex(([one]) => one === name);
    for (const [index, [who, make]] of strangers.entries()) {
      const stranger = server.clientWithToken(await make());
      // The request is refused by its headers, before its body is read: each endpoint gets every second body, and each of them from one
      // stranger.
      const some = bodiesOf(endpoint).filter(
        (_body, at) => at === 0 || (at + place) % (2 * strangers.length) === index,
      );
      for (const [label, text] of some) {
        const answer = await stranger.send(endpoint.method, addressOf(endpoint, ownIds), sent(text));
        expectCivil(answer, `${who}, ${label}`);
        expect(answer.status, `${who}, ${label}`).toBe(401);
      }
    }
  });

  it('change no row of either branch', async () => {
    expect(await both()).toEqual(before);
  });
});

describe('requests with a token of this branch', () => {
  let before: unknown;
  beforeAll(async () => {
    before = await everything(theirs.branchId);
  });

  it.each(
    named.filter(([, { stream }]) => !stream),
  )('%s answers every body civilly and leaves the other branch alone', async (_name, endpoint) => {
    const place = named.findIndex(([, one]) => one === endpoint);
    for (const [at, [label, text]] of bodiesOf(endpoint).entries()) {
      const sender = await senderOf(endpoint);
      const keyed: Record<string, string> = endpoint.open ? {} : { 'idempotency-key': crypto.randomUUID() };
      expectCivil(await sender.send(endpoint.method, addressOf(endpoint, ownIds), sent(text), keyed), label);
      // A large body is refused before the record is searched, so one is enough. Of the others each goes to every third endpoint.
      if (!endpoint.path.includes('{id}') || label === LARGE || (at > 0 && (at + place) % 3 > 0)) continue;
      const elsewhere = await mine.send(endpoint.method, addressOf(endpoint, foreign), sent(text));
      expectCivil(elsewhere, label);
      if (at === 0) expect([elsewhere.status, elsewhere.body]).toEqual([404, { detail: 'Not found.' }]);
      // A body that is not JSON is refused before the record is searched.
      expect([400, 404], `${label}: ${elsewhere.text}`).toContain(elsewhere.status);
    }
    expect(await everything(theirs.branchId)).toEqual(before);
  });
});

/** Values of a query parameter, as they stand in an address. Those that cannot be read as text are refused by every list. */
const hostileValues: readonly (readonly [label: string, value: string, refused?: true])[] = [
  ['a null character', '%00', true],
  ['a null character inside', 'mo%00na', true],
  ['a byte that is no UTF-8', '%ff', true],
  ['half a character', '%d9', true],
  ['a lone surrogate', '%ed%a0%80', true],
  ['nothing', ''],
  ['spaces', '%20%20'],
  ['a percent sign', '100%'],
  ['a quote', "'%22;--"],
  ['SQL', "1'%20or%201=1;%20drop%20table%20student;--"],
  ['a negative number', '-1'],
  ['a huge number', '9'.repeat(400)],
  ['a number that is none', 'NaN'],
  ['a number with an exponent', '1e308'],
  ['a day that does not exist', '2026-02-30'],
  ['a day beyond all calendars', '999999-01-01'],
  ['a word for yes', 'TRUE'],
  ['prototypes', '__proto__'],
  ['a pattern', '%25_%5c%28%28%28'],
  ['a query of tsquery', "!%26|'%3A%2A"],
  ['turned writing', '%e2%80%ae%d8%a7'],
  ['a picture', '%f0%9f%92%a5'],
  ['a long text', 'x'.repeat(4_000)],
];

const page = z.object({ results: z.array(z.looseObject({ id: z.string() })) });

describe('filters', () => {
  const lists = apiRoutes.filter(({ list }) => list);

  it.each(
    lists,
  )('every filter of $path answers every value civilly, with records of this branch only', async ({
    path,
    list,
  }) => {
    const place = lists.findIndex((one) => one.path === path);
    const others = [...new Set(foreign.values())];
    const filters = ['page', 'no_pagination', ...(list ?? [])];
    const some = path === HISTORY_PATH ? 'resource=month&' : '';
    for (const [at, filter] of filters.entries()) {
      // Lists share their filters: each value and each id of the other branch meets each filter in every third list, as a page or, every
      // ninth, as a whole list.
      const queries = hostileValues.flatMap(([label, value, refused], index) =>
        (index + at + place) % 3 === 0
          ? [
              [label, `${filter}=${value}`, refused] as const,
              ...(Math.floor(index / 3) % 3 === 0
                ? [[label, `${some}no_pagination=true&${filter}=${value}`, refused] as const]
                : []),
            ]
          : [],
      );
      const more = [
        `${filter}=a&${filter}=b`,
        `${filter}[]=1`,
        `${filter}[x]=1`,
        filter,
        `${some}no_pagination=true`,
        ...others.filter((_id, index) => (index + at + place) % 3 === 0).map((id) => `${filter}=${id}`),
      ];
      const all = [...queries, ...more.map((query) => [query, query, undefined] as const)];
      const answers = await Promise.all(
        all.map(async ([label, query, refused]) => ({
          label,
          refused,
          answer: await mine.get(`${path}?${query}`),
        })),
      );
      const faults = answers.flatMap(({ label, refused, answer }) => {
        const allowed = refused ? [400] : [200, 400, 404];
        const found = uncivil(answer, label);
        if (!allowed.includes(answer.status)) found.push(`${label}: ${answer.status} ${answer.text}`);
        if (answer.status !== 200) return found;
        const { results } = page.parse(answer.body);
        const leaks = results.some(({ id }) => id === foreign.get(path));
        return leaks ? [...found, `${label}: a record of the other branch`] : found;
      });
      expect(faults, filter).toEqual([]);
    }
  });
});
