import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { bodyOf, courses, enrol, students } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

/** A test shortens them for its own reader. */
const PATIENT = { idleMs: 50_000, totalMs: 50_000 };
const readerLimits = { ...PATIENT };

const whole = `${students}?no_pagination=true`;
/** Students whose rows are more than the buffers of a connection hold. */
const MANY = 1_500;

const folder = mkdtempSync(join(tmpdir(), 'branch-desk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let client: ApiClient;
const server = withServer(
  (fresh) => {
    client = fresh;
  },
  { app: { readerLimits } },
);

/** Inserts students whose rows are as long as a form allows. */
const insertStudents = (count: number, letters: number) =>
  server.queryAsOwner(
    `insert into student (branch_id, code_number, code, name, address, folded, folded_name, created_at, effective_date)
     select $1, k, 'S-' || k, 'Student ' || k, repeat('x', $3), 'student', 'student', now(), current_date from generate_series(1, $2::int) k`,
    [client.branchId, count, letters],
  );

const openTransactions = `from pg_stat_activity where datname = current_database()
  and backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()`;

async function openSnapshots(): Promise<number> {
  return (await server.queryAsOwner(`select ${openTransactions}`)).length;
}

/** Asks over a Unix socket, which holds little, so that a reader can be slow. */
async function ask(path: string, who = client): Promise<IncomingMessage> {
  const socketPath = join(folder, 'server.sock');
  if (!server.app.server.listening) await server.app.listen({ path: socketPath });
  const asked = request({ socketPath, path: `/api${path}`, headers: who.authorization, agent: false });
  asked.end();
  const [answer] = await once(asked, 'response');
  return answer;
}

/** Reads the rest of an answer. @throws {Error} if it was cut off */
async function textOf(answer: IncomingMessage): Promise<string> {
  return (await answer.setEncoding('utf8').toArray()).join('');
}

afterEach(() => {
  Object.assign(readerLimits, PATIENT);
});

it('a whole list has the shape of a page, byte for byte, with all rows in order', async () => {
  await insertStudents(450, 10);
  const answer = await client.get(whole);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const { results, ...head } = z
    .looseObject({ results: z.array(z.looseObject({ id: z.string() })) })
    .parse(answer.body);
  expect(answer.text).toBe(JSON.stringify({ ...head, results }));
  expect(head).toEqual({ count: 450, next: null, previous: null });
  const pages = await Promise.all(
    Array.from({ length: 45 }, (_, page) => client.get(`${students}?page=${page + 1}`)),
  );
  expect(results).toEqual(pages.flatMap(({ body }) => body.results));
});

it('a whole list with totals ends with them, and an empty one has no rows', async () => {
  expect((await client.get(`${courses}?page=0&totals=true`)).text).toBe(
    '{"count":0,"next":null,"previous":null,"results":[],"totals":{"price":"0.00","paid_amount":"0.00","remaining_amount":"0.00"},"totals_by_method":{}}',
  );
  await enrol(client, '100');
  const { text, body } = await client.get(`${courses}?page=0&totals=true&search=s`);
  expect(text).toBe(JSON.stringify(body));
  expect(Object.keys(body)).toEqual(['count', 'next', 'previous', 'results', 'totals', 'totals_by_method']);
});

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a whole list is compressed with %s as it is read', async (encoding, decompress) => {
  await insertStudents(450, 10);
  const plain = await client.get(`${students}?no_pagination=true`);
  const small = await server.app.inject({
    url: `/api${students}?no_pagination=true`,
    headers: { ...client.authorization, 'accept-encoding': encoding },
  });
  expect(small.headers['content-encoding']).toBe(encoding);
  expect(small.rawPayload.length).toBeLessThan(plain.text.length / 4);
  expect(decompress(small.rawPayload).toString()).toBe(plain.text);
});

it('an unchanged whole list is answered with 304; any change in what it shows is not', async () => {
  const course = await enrol(client, '100');
  const paths = [
    `${courses}?no_pagination=true`,
    '/month/?no_pagination=true',
    '/history/?page=0&resource=student',
  ];
  const tags = new Map<string, string>();
  const changed = async () => {
    const statuses = [];
    for (const path of paths) {
      const answer = await client.get(path, { 'if-none-match': tags.get(path) ?? '' });
      if (answer.status === 304) expect(answer.text).toBe('');
      tags.set(path, String(answer.headers.etag));
      statuses.push(answer.status);
    }
    return statuses;
  };
  expect(await changed()).toEqual([200, 200, 200]);
  expect(await changed()).toEqual([304, 304, 304]);
  const send = async (method: 'PATCH' | 'DELETE', path: string, body?: object) =>
    expect((await client.send(method, path, body)).status).toBe(200);
  await send('PATCH', `${courses}${course.id}/`, { notes: 'changed' });
  expect(await changed()).toEqual([200, 200, 304]);
  // The name of the student is shown beside the payment, whose own row stays as it is.
  await send('PATCH', `${students}${course.student}/`, { name: 'Another Name' });
  expect(await changed()).toEqual([200, 200, 200]);
  await client.create('/month/', { name: 'March' });
  expect(await changed()).toEqual([200, 200, 304]);
  await client.create(courses, await bodyOf['adult-course'](client, branchFactory(7)));
  expect((await changed())[0]).toBe(200);
  await send('DELETE', `${courses}${course.id}/`);
  expect((await changed())[0]).toBe(200);
  expect(await changed()).toEqual([304, 304, 304]);
});

it('HEAD answers with the tag of GET, for pages and whole lists', async () => {
  await enrol(client, '100');
  for (const path of [students, `${students}?no_pagination=true`]) {
    const { etag } = (await client.get(path)).headers;
    const head = (known: Record<string, string>) =>
      server.app.inject({
        method: 'HEAD',
        url: `/api${path}`,
        headers: { ...client.authorization, ...known },
      });
    expect(await head({})).toMatchObject({ statusCode: 200, body: '', headers: { etag } });
    expect((await head({ 'if-none-match': String(etag) })).statusCode).toBe(304);
  }
});

it.each([
  ['takes nothing for a while', { idleMs: 200 }],
  ['has not taken everything in time', { totalMs: 200 }],
])('rows are read as the reader takes them; one that %s is cut off and has no valid list', async (_name, limit) => {
  await insertStudents(MANY, 1_900);
  const quick = z.object({ results: z.array(z.unknown()) });
  expect(quick.parse(JSON.parse(await textOf(await ask(whole)))).results).toHaveLength(MANY);
  Object.assign(readerLimits, limit);
  const slow = await ask(whole);
  expect(slow.statusCode).toBe(200);
  await vi.waitFor(async () => expect(await openSnapshots()).toBe(0), { timeout: 50_000, interval: 20 });
  await expect(textOf(slow)).rejects.toThrow();
});

it('a reader that goes away frees its snapshot', async () => {
  await insertStudents(MANY, 1_900);
  const leaving = await ask(whole);
  await vi.waitFor(async () => expect(await openSnapshots()).toBe(1), { timeout: 50_000, interval: 5 });
  leaving.destroy();
  await vi.waitFor(async () => expect(await openSnapshots()).toBe(0), { timeout: 50_000, interval: 20 });
});

it('a whole list fails as a whole if the database ends it in the middle', async () => {
  await insertStudents(MANY, 1_900);
  const cut = await ask(whole);
  await vi.waitFor(async () => expect(await openSnapshots()).toBe(1), { timeout: 50_000, interval: 5 });
  await server.queryAsOwner(`select pg_terminate_backend(pid) ${openTransactions}`);
  await expect(textOf(cut)).rejects.toThrow();
  expect((await client.get(`${students}?page=1`)).status).toBe(200);
});

it('one user reads two whole lists at a time, and the others get theirs meanwhile', async () => {
  await insertStudents(MANY, 1_900);
  const [first, second] = [await ask(whole), await ask(whole)];
  const third = ask(whole);
  const other = await server.newClient();
  expect((await other.get(`${students}?no_pagination=true`)).body).toMatchObject({ count: 0 });
  expect(await Promise.race([third, Promise.resolve('waits')])).toBe('waits');
  for (const reader of [first, second]) reader.destroy();
  expect((await third).statusCode).toBe(200);
  (await third).destroy();
});

it('people of one branch who read slowly leave room for the lists of another', async () => {
  await insertStudents(MANY, 1_900);
  const people = [client, ...(await Promise.all([1, 2, 3].map(() => server.newColleague(client, 'staff'))))];
  const readers = people.flatMap((who) => [ask(whole, who), ask(`/students/export/?format=csv`, who)]);
  const waiting = Promise.all(readers).catch(() => undefined);
  await vi.waitFor(async () => expect(await openSnapshots()).toBe(3), { timeout: 50_000, interval: 20 });
  const other = await server.newClient();
  expect((await other.get(whole)).body).toMatchObject({ count: 0 });
  expect(await openSnapshots()).toBe(3);
  for (const reader of readers) reader.then((answer) => answer.destroy()).catch(() => undefined);
  await waiting;
});

it('a list for which there is no connection is refused as busy, not as without a database', async () => {
  await insertStudents(MANY, 1_900);
  const branches = [client, await server.newClient()];
  await server.queryAsOwner(
    `insert into student (branch_id, code_number, code, name, address, folded, folded_name, created_at, effective_date)
     select $1, code_number, code, name, address, folded, folded_name, created_at, effective_date from student where branch_id = $2`,
    [branches[1]?.branchId, client.branchId],
  );
  const readers = await Promise.all(branches.flatMap((who) => [ask(whole, who), ask(whole, who)]));
  const refused = await (await server.newClient()).get(whole);
  for (const reader of readers) reader.destroy();
  expect(refused).toMatchObject({
    status: 503,
    body: { detail: 'The server has no room for another request. Try again shortly.' },
    headers: { 'retry-after': '2' },
  });
});
