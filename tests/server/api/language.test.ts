import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readIfMatch } from '#contract/change.ts';

import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { acceptedLanguage } from '#server/messages/language.ts';
import { apiRoutes } from '../../support/api-routes.ts';
import { fillBranch } from './filled-branch.ts';
import { type ApiClient, type StartedTestServer, startTestServer } from './test-server.ts';

let server: StartedTestServer;
let mona: ApiClient;
beforeAll(async () => {
  server = await startTestServer();
  mona = await server.newClient();
});
afterAll(() => server.close());

const ARABIC = { 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.8' };

/** Sends a body that is refused at two fields and below them. */
const refused = (headers: Record<string, string>) => mona.send('POST', '/students/', { name: '' }, headers);

describe('the language of an answer', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de-DE,fr;q=0.9', 'en'],
    ['en-GB,en;q=0.9,ar;q=0.8', 'en'],
    ['ar', 'ar'],
    ['AR-eg', 'ar'],
    ['de, ar;q=0.5', 'ar'],
    ['en;q=0.2, ar;q=0.7', 'ar'],
    ['ar;q=0, en', 'en'],
    ['ar;q=x', 'en'],
    ['arc', 'en'],
  ] as const)('is, for the header %j, %s', (header, language) =>
    expect(acceptedLanguage(header)).toBe(language));

  it('follows the header, in errors of fields, records, routes and bodies', async () => {
    expect((await refused(ARABIC)).body).toEqual({ name: ['هذا البيان مطلوب'] });
    expect((await mona.get('/students/999999/', ARABIC)).body).toEqual({ detail: 'غير موجود.' });
    expect((await mona.get('/no-such-list/', ARABIC)).body).toEqual({ detail: 'غير موجود.' });
    const broken = await mona.send('POST', '/students/', '{"name":', ARABIC);
    expect(broken.body.detail).toContain('المحتوى ليس');
  });

  it('follows the header whatever refuses the request', async () => {
    const anonymous = server.clientWithToken(undefined);
    const plain = { ...ARABIC, 'content-type': 'text/plain' };
    const staff = await server.newColleague(mona, 'staff');
    const answers = [
      [400, await mona.get('/students/%zz/', ARABIC)],
      [401, await anonymous.get('/students/', ARABIC)],
      [403, await staff.get('/users/', ARABIC)],
      [404, await mona.get(`/students/${'1'.repeat(300)}/`, ARABIC)],
      [404, await mona.send('DELETE', '/students/', undefined, ARABIC)],
      [413, await mona.send('POST', '/students/', { name: 'a'.repeat(2_000_000) }, ARABIC)],
      [415, await mona.send('POST', '/students/', 'name', plain)],
    ] as const;
    for (const [expected, answer] of answers) {
      const status = answer.status;
      const detail = String(answer.body.detail).replace(/\u2066[^\u2069]*\u2069/g, '');
      expect([expected, status, detail]).toEqual([
        expected,
        expected,
        expect.stringMatching(/^[^A-Za-z]{4,}$/),
      ]);
    }
  });

  it('is each one’s own where many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => refused(index % 2 === 0 ? ARABIC : {})),
    );
    for (const [index, { body }] of answers.entries()) {
      expect(body).toEqual({ name: [index % 2 === 0 ? 'هذا البيان مطلوب' : 'This cannot be empty'] });
    }
    expect((await refused({})).body).toEqual({ name: ['This cannot be empty'] });
  });
});

describe('entity tags', () => {
  const records = allResourceNames.map((name) => resourceOf(name).path);
  let ids: Map<string, string>;
  beforeAll(async () => {
    ids = await fillBranch(server, mona, 5);
  });
  const addresses = () => [
    ...records.map((path) => `${path}${ids.get(path)}/`),
    ...apiRoutes
      .filter(({ list, path }) => list && !path.includes('{'))
      .flatMap(({ path }) => [path, `${path}?no_pagination=true&resource=month`]),
  ];

  it('differ where the answers of two languages do, so that none is answered with 304 for the other', async () => {
    const different: string[] = [];
    for (const address of addresses()) {
      const english = await mona.get(address);
      const arabic = await mona.get(address, ARABIC);
      const again = await mona.get(address, { ...ARABIC, 'if-none-match': String(english.headers.etag) });
      if (english.status !== 200 || english.text === arabic.text) continue;
      different.push(address);
      expect(arabic.headers.etag, address).not.toBe(english.headers.etag);
      expect(again.text, address).toBe(arabic.text);
    }
    expect(different).toEqual(expect.arrayContaining(['/books/', `/books/${ids.get('/books/')}/`]));
  });

  it('of a record are accepted as a version in each language, and answers vary by it', async () => {
    const address = `/books/${ids.get('/books/')}/`;
    for (const headers of [{}, ARABIC]) {
      const { headers: answerHeaders, body } = await mona.get(address, headers);
      expect(answerHeaders.vary).toBe('authorization, accept-language, accept-encoding');
      expect(readIfMatch(String(answerHeaders.etag))).toEqual(new Set([body.version]));
      expect(
        (await mona.get(address, { ...headers, 'if-none-match': String(answerHeaders.etag) })).status,
      ).toBe(304);
    }
  });
});

describe.each([
  ['language', 'ar', 'de', 'Choose ar or en'],
  ['digits', 'arabic-indic', 'roman', 'Choose latin or arabic-indic'],
])('the %s of a user', (field, known, unknown, sentence) => {
  const change = async (body: object) => (await mona.send('PATCH', '/auth/user/', body)).body[field];
  const stored = async () => (await mona.get('/auth/user/')).body[field];

  it('is none at first, is kept beside other changes, forgotten, and one of two', async () => {
    expect(await stored()).toBeNull();
    expect([await change({ [field]: known }), await stored()]).toEqual([known, known]);
    expect(await change({ first_name: 'Mona' })).toBe(known);
    expect(await change({ [field]: unknown })).toEqual([sentence]);
    expect(await change({ [field]: null })).toBeNull();
  });
});
