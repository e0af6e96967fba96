import { expect, it } from 'vitest';
import { z } from 'zod';
import { HISTORY_PATH, historyEntry } from '#contract/history.ts';
import { DEVICE, ENTERED_BY } from '#contract/http.ts';
import { courses, enrol, installment } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withBranch } from './with-server.ts';

const TOGGLE = '/month/end-undo/';

const { server, client } = withBranch();

const entries = async (query: string) =>
  z.array(historyEntry).parse(await client.listAll(`${HISTORY_PATH}${query}`));
const newestOf = async (of: ApiClient) =>
  z.array(historyEntry).parse((await of.get(HISTORY_PATH)).body.results);

it('months, users, settings and profiles are not changed by nothing', async () => {
  const month = await client.create('/month/', { name: 'March' });
  const { userId } = await server.newColleague(client, 'staff');
  const before = (await newestOf(client)).length;
  for (const [path, same] of [
    [`/month/${month.id}/`, { name: 'March' }],
    [`/users/${userId}/`, { account_type: 'staff', disabled: false }],
    ['/branch/settings/', { logo: null }],
    ['/auth/user/', { first_name: 'Desk' }],
  ] as const) {
    for (const body of [{}, same]) expect((await client.send('PATCH', path, body)).status).toBe(200);
  }
  expect(await newestOf(client)).toHaveLength(before);
});

it('a history entry stores device and browser, and ignores a malformed device', async () => {
  const { id } = await enrol(client, '100');
  const body = installment(id, '1');
  await client.send('POST', courses, body, { [DEVICE]: 'front desk 2', 'user-agent': 'Tablet/1' });
  await client.send('POST', courses, body, { [DEVICE]: '<script>', 'user-agent': 'x'.repeat(5000) });
  const [strange, known] = await entries(`?resource=adult-course`);
  expect(known).toMatchObject({ device: 'front desk 2', agent: 'Tablet/1' });
  expect(strange).toMatchObject({ device: null, agent: 'x'.repeat(255) });
});

it.each([
  '',
  'x',
  '-1',
  '1.5',
  '9'.repeat(30),
  '1, 2',
])('a write that names %j as its author is refused', async (author) => {
  const { id } = await enrol(client, '100');
  const refused = await client.send('POST', courses, installment(id, '1'), { [ENTERED_BY]: author });
  expect(refused).toMatchObject({ status: 400, body: { detail: 'X-Entered-By must be the id of a user.' } });
});

it('a rejected write leaves no history entry, a retried one only one', async () => {
  const { id } = await enrol(client, '100');
  await client.send('POST', courses, installment(id, '101'));
  const headers = { 'idempotency-key': crypto.randomUUID() };
  for (const time of [1, 2]) {
    expect((await client.send('POST', courses, installment(id, '1'), headers)).status, String(time)).toBe(
      201,
    );
  }
  expect(await entries('?resource=adult-course')).toHaveLength(2);
});

it('the history is listed per month with its toggles, newest first, ten per page', async () => {
  const march = await client.create('/month/', { name: 'March' });
  const { id } = await enrol(client, '1000');
  for (let paid = 1; paid <= 9; paid++) await client.create(courses, installment(id, String(paid)));
  await client.send('POST', TOGGLE);
  await client.send('POST', TOGGLE, { reason: 'A receipt was missing' });
  await client.create(courses, installment(id, '10'));
  await client.send('POST', TOGGLE);
  const actions = (await entries(`?month=${march.id}`)).map(
    ({ action, resource }) => `${action} ${resource}`,
  );
  expect(actions).toEqual([
    'ended month',
    'created adult-course',
    'reopened month',
    'ended month',
    ...Array.from({ length: 10 }, () => 'created adult-course'),
    'created month',
  ]);
  const [ended, , reopened] = await entries(`?month=${march.id}`);
  expect(reopened).toMatchObject({
    note: 'A receipt was missing',
    before: { status: 'ended', revenue: '45.00' },
  });
  expect(ended?.after).toMatchObject({ revenue: '55.00' });
  const page = await client.get(`${HISTORY_PATH}?month=${march.id}&page=2`);
  expect(page.body).toMatchObject({ count: 15, next: null });
  expect(page.body.previous).toContain(`month=${march.id}&page=1`);
  expect(page.body.results).toHaveLength(5);
  expect((await client.get(`${HISTORY_PATH}?month=${march.id}&page=3`)).status).toBe(404);
});

it('the history cannot be changed, even by SQL', async () => {
  const { id } = await enrol(client, '100');
  const before = await newestOf(client);
  for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
    expect((await client.send(method, HISTORY_PATH, { note: 'x' })).status).toBe(404);
    expect((await client.send(method, `${HISTORY_PATH}${before[0]?.id}/`, { note: 'x' })).status).toBe(404);
  }
  for (const statement of ["update history set title = 'x'", 'delete from history', 'truncate history']) {
    await expect(server.queryAsOwner(statement), statement).rejects.toThrow(/stays as it is/);
  }
  expect(await newestOf(client)).toEqual(before);
  expect(before.map(({ record }) => record)).toContain(id);
});

it('the history is sorted by number', async () => {
  await client.create('/month/', { name: 'March' });
  await enrol(client, '1000');
  // From 9 to 10, as text the order would be another one.
  await server.queryAsOwner(
    `insert into history (branch_id, id, at, user_id, user_name, action, resource, record_id, title)
     overriding system value
     select $1, 9999990 + k, now(), 424242, 'Somebody', 'created', 'bus', k, 'x' from generate_series(1, 25) k`,
    [client.branchId],
  );
  const pages = await Promise.all(
    [1, 2, 3].map(async (page) => (await client.get(`${HISTORY_PATH}?page=${page}&resource=bus`)).body),
  );
  const ids = pages.flatMap(({ results }) =>
    z
      .array(historyEntry)
      .parse(results)
      .map((entry) => Number(entry.id)),
  );
  expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => 10_000_015 - index));
  const countOf = async (query: string) => (await client.get(`${HISTORY_PATH}${query}`)).body.count;
  expect([await countOf(''), await countOf('?user=424242')]).toEqual([28, 25]);
});

it('the whole history is answered only with a filter', async () => {
  for (const query of ['?no_pagination=true', '?page=0', '?no_pagination=true&resource=&unknown=1']) {
    const refused = await client.get(`${HISTORY_PATH}${query}`);
    expect(refused.status, query).toBe(400);
    expect(refused.body.no_pagination).toEqual([
      'The whole history is too long for one answer. Name a record, resource, month or user.',
    ]);
  }
  expect((await client.get(`${HISTORY_PATH}?page=0&resource=month`)).status).toBe(200);
});
