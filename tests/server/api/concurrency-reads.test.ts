import { expect, it } from 'vitest';
import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { atOnce, withStatus } from './at-once.ts';
import { employees, expenses } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const factory = branchFactory(31);
let manager: ApiClient;
const server = withServer(async (client) => {
  manager = client;
  await manager.create('/month/', { name: 'March' });
});

const STUDENTS = '/students/';
const listed = async (path: string) => (await manager.get(path)).body;
const countOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'count' in body ? Number(body.count) : Number.NaN;

it('a page shows each write that was acknowledged before it was asked for', async () => {
  let acknowledged = 0;
  const answers = await atOnce(async (index) => {
    const answer =
      index % 2 === 0
        ? await manager.send('POST', STUDENTS, factory.student())
        : await manager.get(`${STUDENTS}?page=1`);
    if (index % 2 !== 0) return answer;
    acknowledged += 1;
    const known = acknowledged;
    const page = await manager.get(`${STUDENTS}?page=1`);
    expect(countOf(page.body)).toBeGreaterThanOrEqual(known);
    return answer;
  });
  expect(withStatus(answers, 201)).toHaveLength(16);
  expect(countOf(await listed(`${STUDENTS}?page=1`))).toBe(16);
});

it('months and the dashboard show each payment at once, from any connection', async () => {
  await manager.get(paths.dashboard);
  await manager.get(paths.months);
  await atOnce(() => manager.send('POST', expenses, { title: 'Water', amount: '1.25' }));
  expect(await listed(paths.dashboard)).toMatchObject({ franchise_expenses: '40.00' });
  expect(await listed(paths.months)).toMatchObject({ results: [{ franchise_expenses: '40.00' }] });
});

it('a page shows what its role may see, and has the tag of its content', async () => {
  const staff = await server.newColleague(manager, 'staff');
  await manager.create(employees, { ...factory.employee(), salary: '7771.00' });
  for (let again = 0; again < 2; again++) {
    expect((await manager.get(employees)).text).toContain('7771.00');
    expect((await staff.get(employees)).text).not.toContain('7771.00');
  }
  const first = await manager.get(employees);
  const tag = String(first.headers.etag);
  expect((await manager.send('GET', employees, undefined, { 'if-none-match': tag })).status).toBe(304);
  await manager.create(employees, factory.employee());
  expect((await manager.send('GET', employees, undefined, { 'if-none-match': tag })).status).toBe(200);
});
