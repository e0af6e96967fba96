import { connect as connectTo } from 'node:net';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLOSES_PATH } from '#contract/closes.ts';
import { DEBTS_PATH } from '#contract/debts.ts';

import { errorBody } from '#contract/errors.ts';
import { paths } from '#contract/http.ts';
import { IMPORTS_PATH } from '#contract/imports.ts';
import { MONTH_PATH, MONTH_TOGGLE_PATH } from '#contract/month.ts';
import { PRINTS_PATH } from '#contract/receipts.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { USERS_PATH } from '#contract/users.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { apiRoutes } from '../../support/api-routes.ts';
import { bodyOf, collectionOf, printAndCancel, students } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const server = withServer();
let client: ApiClient;
const ids = new Map<string, string>();
beforeAll(async () => {
  client = await server.newClient();
  // Managers reach every endpoint.
  await server.queryAsOwner("update app_user set account_type = 'manager' where id = $1", [client.userId]);
  const factory = branchFactory(2);
  ids.set(USERS_PATH, String(client.userId));
  ids.set(MONTH_PATH, (await client.create(MONTH_PATH, { name: 'March' })).id);
  for (const name of allResourceNames) {
    const { path } = resourceOf(name);
    ids.set(path, (await client.create(path, await bodyOf[name](client, factory))).id);
  }
  ids.set(DEBTS_PATH, ids.get(resourceOf('student').path) ?? '');
  const collection = await client.create(paths.collections, await collectionOf(client));
  ids.set(paths.collections, collection.id);
  ids.set(PRINTS_PATH, (await printAndCancel(client)).print);
  ids.set(CLOSES_PATH, (await client.create(CLOSES_PATH, { other: '1' })).id);
});

const addressOf = (path: string) => path.replace('{id}', ids.get(path.replace(/\{id\}\/.*$/, '')) ?? '1');
const closed = apiRoutes.filter(({ open }) => !open);
// A sign-out would end the session that sends all of it, a delete what the rest needs; hostile-matrix.test.ts has them.
const writing = apiRoutes.filter(
  ({ method, body, path }) => method !== 'GET' && method !== 'DELETE' && body && path !== paths.logout,
);

/** Expects an error of the contract's shape that reveals nothing of the implementation. */
function expectPlain(text: string): void {
  expect(errorBody.safeParse(JSON.parse(text)).success, text).toBe(true);
  expect(text).not.toMatch(
    /at .+\.ts|node_modules|select |insert |constraint|kysely|postgres|FST_|expected \w+, received|too (small|big):/i,
  );
}

describe('tokens', () => {
  const key = new TextEncoder().encode('a secret of the tests, long enough');
  const other = new TextEncoder().encode('another secret, just as long as that');
  const jwt = (claims: Record<string, unknown>, audience: string, seconds: number, secret = key) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(audience)
      .setSubject('1')
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(secret);
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1","branch":"1","aud":"access","exp":9999999999}')}.`;
  const bad: [string, () => Promise<string | undefined>][] = [
    ['no token', async () => undefined],
    ['an empty token', async () => ''],
    ['nonsense', async () => 'abc.def.ghi'],
    ['an unsigned token', async () => unsigned.replaceAll('=', '')],
    ['a token of another server', () => jwt({ branch: '1' }, 'access', 60, other)],
    ['a token that has run out', () => jwt({ branch: '1' }, 'access', -1)],
    [
      'a refresh token',
      () => jwt({ branch: '1', session: crypto.randomUUID(), generation: 0 }, 'refresh', 60),
    ],
    ['a token without a branch', () => jwt({}, 'access', 60)],
    ['a token of another branch for this user', () => jwt({ branch: '424242' }, 'access', 60)],
    ['a token of a strange branch', () => jwt({ branch: "1' or 1=1" }, 'access', 60)],
  ];

  it.each(bad)('%s is rejected by every endpoint that needs a token', async (_name, make) => {
    const stranger = server.clientWithToken(await make());
    for (const { method, path } of closed) {
      const answer = await stranger.send(
        method,
        addressOf(path),
        method === 'GET' ? undefined : { name: 'x' },
      );
      expect(answer.status, `${method} ${path}`).toBe(401);
      expectPlain(answer.text);
    }
  });
});

describe('bodies', () => {
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
  const receipt = '"is_installment":true,"receipt_number":"1","paid_amount":"1"';
  const bad: [string, string][] = [
    ['no JSON', '{'],
    ['a text', '"text"'],
    ['a number', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a list of lists', '[[[]]]'],
    ['nothing', ''],
    ['an empty object', '{}'],
    ['prototypes', '{"__proto__":{"is_installment":true},"constructor":{"prototype":{"x":1}}}'],
    ['very deep', deep],
    ['wrong types', '{"name":{"$gt":""},"student":{"id":1},"price":[],"email":{},"refresh":[],"password":5}'],
    ['huge numbers', '{"name":1e999,"student":99999999999999999999,"price":1e308,"paid_amount":-1e308}'],
    ['control characters', '{"name":"\\u0000","receipt_number":"\\ud800","email":"\\u0000@x.co"}'],
    ['an installment of nothing', `{"related_record":"-1",${receipt}}`],
    ['a huge id', `{"related_record":"${'9'.repeat(64)}",${receipt}}`],
  ];

  it.each(bad)('%s gets a contract error from every endpoint', async (_name, body) => {
    for (const { method, path, open } of writing) {
      const answer = await client.send(method, addressOf(path), body);
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(500);
      if (answer.status >= 400) expectPlain(answer.text);
      // The month toggle ignores its body, so it accepts these.
      if (method !== 'POST' || path === MONTH_TOGGLE_PATH) continue;
      const refusals = path.startsWith(IMPORTS_PATH)
        ? [400, 415]
        : [400, 401, 409, ...(open ? [413, 429] : [])];
      expect(refusals, `${path}: ${answer.text}`).toContain(answer.status);
    }
  });

  it('a body nested too deeply is rejected, also with a key', async () => {
    const deepest = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const answer = await client.send('POST', students, deepest, { 'idempotency-key': crypto.randomUUID() });
    expect(answer.status).toBe(400);
    expectPlain(answer.text);
  });

  it('a body that is not UTF-8 is refused, and stores no replacement character', async () => {
    const body = Buffer.concat([Buffer.from('{"name":"Mona '), Buffer.from([0xff, 0xd9]), Buffer.from('"}')]);
    const refused = await fetch(`${await server.origin()}/api${students}`, {
      method: 'POST',
      headers: { ...client.authorization, 'content-type': 'application/json' },
      body,
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ detail: 'The text is not UTF-8.' });
    expect((await client.get(`${students}?search=%EF%BF%BD`)).body.count).toBe(0);
  });

  it('what is missing or of the wrong kind is named in plain words', async () => {
    const anyone = server.clientWithToken(undefined);
    const said = async (path: string, body: string) => (await anyone.send('POST', path, body)).body;
    expect(await said('/auth/token/refresh/', '{}')).toEqual({ refresh: ['This cannot be empty'] });
    expect(await said('/auth/token/refresh/', '{"refresh":7}')).toEqual({ refresh: ['Invalid input'] });
    expect(await said('/auth/login/', '[]')).toEqual({
      non_field_errors: ['The body must be a JSON object.'],
    });
  });

  it('a body over one megabyte is answered with 413', async () => {
    const answer = await client.send('POST', students, { name: 'x'.repeat(1_100_000) });
    expect(answer.status).toBe(413);
    expectPlain(answer.text);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('a body of the content type %s is answered with 415', async (type) => {
    const answer = await client.send('POST', students, 'name=Mona', { 'content-type': type });
    expect(answer.status).toBe(415);
    expectPlain(answer.text);
  });
});

describe('addresses', () => {
  const strange: [string, string][] = [
    ['zero', '0'],
    ['negative', '-1'],
    ['a fraction', '1.5'],
    ['a word', 'abc'],
    ['a null byte', '%00'],
    ['a quote', "1'--"],
    ['a picture', '%F0%9F%92%A5'],
    ['a way up', '..%2f1'],
    ['thirty digits', '9'.repeat(30)],
    ['three hundred letters', 'x'.repeat(300)],
  ];

  it.each(strange)('an id that is %s is answered with 404', async (_name, id) => {
    for (const { method, path } of apiRoutes.filter((one) => one.path.includes('{id}'))) {
      const answer = await client.send(method, path.replace('{id}', id), method === 'PATCH' ? {} : undefined);
      expect([400, 404], `${method} ${path}: ${answer.text}`).toContain(answer.status);
      expectPlain(answer.text);
    }
  });

  it.each([
    ['GET', '/nothing/'],
    ['POST', '/students/1/'],
    ['DELETE', '/students/'],
    ['PATCH', '/month/end-undo/'],
    ['GET', '/students/%'],
  ] as const)('the endpoint %s %s does not exist', async (method, path) => {
    const answer = await client.send(method, path);
    expect([400, 404]).toContain(answer.status);
    expectPlain(answer.text);
  });

  const queries = [
    'page=1&page=2',
    'search=a&search=b',
    'student[]=1',
    'month=%27%3B',
    'created_after=2026-13-45',
  ].concat(['ordering=-', 'ordering=id;drop', 'page=1e5', 'page=%00', 'is_installment=1', 'student=%00']);

  it.each([
    ...queries,
    `search=${'x'.repeat(5000)}`,
  ])('query %# never causes a server error', async (query) => {
    for (const { path } of apiRoutes.filter((one) => one.list)) {
      const answer = await client.get(`${path}?${query}`);
      expect(answer.status, answer.text).toBeLessThan(500);
      if (answer.status >= 400) expectPlain(answer.text);
    }
  });
});

describe('invalid HTTP', () => {
  it('is answered with an error, and the connection is closed', async () => {
    const { hostname, port } = new URL(await server.origin());
    const socket = connectTo(Number(port), hostname).setEncoding('utf8');
    socket.write('GARBAGE\r\n\r\n');
    const said = (await socket.toArray()).join('');
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expectPlain(said.slice(said.indexOf('{')));
  });
});

describe('the answer of every endpoint', () => {
  it('is compressed if the client accepts it', async () => {
    const list = '/students/?no_pagination=true';
    for (const encoding of ['br', 'gzip']) {
      const small = await client.get(list, { 'accept-encoding': encoding });
      expect(small.headers['content-encoding']).toBe(encoding);
    }
  });

  it('matches the contract', async () => {
    // There is no backup here; tests/server/backup looks at their answers.
    // Files of lists have tests of their own.
    const reads = apiRoutes.filter(
      ({ method, path, stream, file }) => method === 'GET' && !stream && !file && !path.includes('{name}'),
    );
    for (const { method, path: template, query, answer } of reads) {
      const path = template.replace('{key}', crypto.randomUUID());
      const about = query.includes('id') ? `?resource=bus&id=${ids.get('/bus/')}` : '';
      const asked = query.includes('student') ? `?student=${ids.get(students)}` : about;
      const said = await client.send(method, `${addressOf(path)}${asked}`);
      expect(said.status, path).toBe(200);
      if (answer) expect(answer.safeParse(said.body).error, path).toBeUndefined();
    }
  });
});
