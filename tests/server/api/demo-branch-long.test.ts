import { expect, it } from 'vitest';
import { CLOSES_PATH } from '#contract/closes.ts';
import { paths } from '#contract/http.ts';
import { IMPORTS_PATH } from '#contract/imports.ts';
import { CANCELLED_PATH, RECEIPTS_PATH } from '#contract/receipts.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { mergePath } from '#contract/student-merges.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { fillBranch } from '#server/demo/fill-branch.ts';
import { courses, payouts, students } from './bodies.ts';
import { sendFile } from './upload.ts';
import { withServer } from './with-server.ts';

const server = withServer();

it('the demo branch has two ended months, a running one, 120 students and debts', async () => {
  const client = await server.newClient();
  const today = new Date('2026-11-21T12:00:00Z');
  const setClock = (instant: Date) => {
    server.clock.now = instant;
  };
  const get = async (path: string) => (await client.get(path)).body;
  const answered = async (answer: Promise<{ readonly status: number; readonly body: unknown }>) => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const api = {
    post: client.create,
    get,
    send: (path: string, body: object) => answered(client.send('POST', path, body)),
    remove: (path: string, body?: object) => answered(client.send('DELETE', path, body)),
    patch: async (path: string, body: object) => {
      const { status, text } = await client.send('PATCH', path, body);
      expect(status, text).toBe(200);
    },
    upload: async (path: string, { name, text }: { name: string; text: string }, options: object) => {
      const {
        status,
        body,
        text: answerText,
      } = await sendFile(server, client, path, { name, content: text }, options);
      expect(status, answerText).toBe(201);
      return { id: String(body.id) };
    },
  };
  await fillBranch({ api, factory: branchFactory(2026), setClock, today });
  const months = await client.listAll('/month/');
  expect(months.map(({ name, status }) => [name, status])).toEqual([
    ['November 2026', 'running'],
    ['October 2026', 'ended'],
    ['September 2026', 'ended'],
  ]);
  for (const month of months) {
    expect(Number(month.revenue)).toBeGreaterThan(0);
    expect(Number(month.debts)).toBeGreaterThan(0);
  }
  const people = await client.listAll(students);
  expect(people).toHaveLength(120);
  expect(people.some(({ name }) => /[\u0600-\u06ff]/.test(String(name)))).toBe(true);
  expect(people.some(({ name }) => /[a-z]/i.test(String(name)))).toBe(true);
  for (const name of allResourceNames) {
    const created = await client.listAll(resourceOf(name).path);
    expect(created.length, `Let src/server/demo create at least three of ${name}`).toBeGreaterThan(2);
  }
  expect((await client.listAll(`${courses}?is_installment=true`)).length).toBeGreaterThan(10);
  expect((await client.listAll(`${payouts}?is_installment=true`)).length).toBeGreaterThan(2);
  expect((await client.listAll('/collections/')).length).toBeGreaterThan(2);
  expect(await client.listAll(CANCELLED_PATH)).toHaveLength(2);
  expect((await client.listAll(`${courses}?payment_method=instapay`)).length).toBeGreaterThan(0);
  const whole = (await client.listAll('/collections/')).map(({ id }) => String(id));
  const printed = whole.map(
    async (id) => (await get(`${RECEIPTS_PATH}?resource=collection&id=${id}`)).prints,
  );
  expect(await Promise.all(printed)).toContain(2);
  const oldest = String(people.map(({ id }) => String(id)).sort()[0]);
  expect((await get(mergePath(oldest))).merges).toHaveLength(1);
  expect((await get(`${paths.families}?student=${oldest}`)).students).toContainEqual(
    expect.objectContaining({ joined: 'hand' }),
  );
  expect(await client.listAll(IMPORTS_PATH)).toMatchObject([
    { target: 'student', undone_at: expect.any(String) },
    { target: 'bus', undone_at: null },
  ]);
  const closes = await client.listAll(CLOSES_PATH);
  expect(closes.length).toBeGreaterThan(30);
  expect(closes.every(({ finished_at }) => finished_at !== null)).toBe(true);
  expect(closes.some(({ difference }) => difference === '-5.00')).toBe(true);
  for (const { name, expenses, book_revenue, salaries } of months.slice(1)) {
    for (const figure of [expenses, book_revenue, salaries]) {
      expect(Number(figure), String(name)).toBeGreaterThan(0);
    }
  }
});

it('the same seed creates the same people', () => {
  const names = (seed: number) => {
    const factory = branchFactory(seed);
    return Array.from({ length: 20 }, () => factory.student().name);
  };
  expect(names(4)).toEqual(names(4));
  expect(names(4)).not.toEqual(names(5));
});
