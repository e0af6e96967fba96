import { connect as connectTo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import { apiRoutes } from '../../support/api-routes.ts';
import { students } from './bodies.ts';
import { fillBranch } from './filled-branch.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const server = withServer();
let client: ApiClient;
let ids: Map<string, string>;
beforeAll(async () => {
  client = await server.newClient();
  ids = await fillBranch(server, client, 2);
});

const addressOf = (path: string) => path.replace('{id}', ids.get(path.replace(/\{id\}\/.*$/, '')) ?? '1');

/** Expects an error of the contract's shape that reveals nothing of the implementation. */
function expectPlain(text: string): void {
  expect(errorBody.safeParse(JSON.parse(text)).success, text).toBe(true);
  expect(text).not.toMatch(
    /at .+\.ts|node_modules|select |insert |constraint|kysely|postgres|FST_|expected \w+, received|too (small|big):/i,
  );
}

describe('bodies', () => {
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
});

describe('invalid HTTP', () => {
  it('is answered with an error, and the connection is closed', async () => {
    const { hostname, port } = new URL(await server.origin());
    const socket = connectTo(Number(port), hostname).setEncoding('utf8');
    socket.write('GARBAGE\r\n\r\n');
    const response = (await socket.toArray()).join('');
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expectPlain(response.slice(response.indexOf('{')));
  });
});

describe('the answer of every endpoint', () => {
  it('matches the contract', async () => {
    // There is no backup here; tests/server/backup looks at their answers.
    // Files of lists and photos have tests of their own, and these enrolments were not left.
    const elsewhere = /\{name\}|\{digest\}|\/withdrawal\/$/;
    const reads = apiRoutes.filter(
      ({ method, path, stream, file }) => method === 'GET' && !stream && !file && !elsewhere.test(path),
    );
    // By a parameter that its call needs.
    const needed: readonly (readonly [string, string])[] = [
      ['until', '?from=2026-01-01&until=2026-12-31'],
      ['students', `?students=${ids.get(students)}`],
      ['student', `?student=${ids.get(students)}`],
      ['id', `?resource=bus&id=${ids.get('/bus/')}`],
    ];
    for (const { method, path: template, query, answer } of reads) {
      const path = template.replace('{key}', crypto.randomUUID());
      const asked = needed.find(([name]) => query.includes(name))?.[1] ?? '';
      const response = await client.send(method, `${addressOf(path)}${asked}`);
      expect(response.status, path).toBe(200);
      if (answer) expect(answer.safeParse(response.body).error, path).toBeUndefined();
    }
  });
});
