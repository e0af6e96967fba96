import { expect, it } from 'vitest';
import { PEOPLE_PATH, people } from '#contract/people.ts';
import { courses, enrol, expenses, installment } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withBranch } from './with-server.ts';

const { server, client: manager, factory } = withBranch();

it('two users of one name are told apart, in the list of people, in the history and at expenses', async () => {
  const first = await server.newColleague(manager, 'staff');
  const second = await server.newColleague(manager, 'staff');
  const users = await server.queryAsOwner(
    'select id::text, first_name, last_name, email from branch_user where branch_id = $1 order by id',
    [manager.branchId],
  );
  await server.queryAsOwner(
    `update person set first_name = 'Branch', last_name = 'Staff'
      where id in (select person_id from app_user where id = any($1))`,
    [[first.userId, second.userId].map(String)],
  );
  const { results } = people.parse((await first.get(PEOPLE_PATH)).body);
  const nameOf = (client: ApiClient) => results.find(({ id }) => id === String(client.userId))?.name;
  const local = (client: ApiClient) =>
    String(users.find(({ id }) => id === String(client.userId))?.email).split('@')[0];
  expect(nameOf(first)).toBe(`Branch Staff (${local(first)})`);
  expect(nameOf(second)).toBe(`Branch Staff (${local(second)})`);
  const expense = await second.create(expenses, factory.expense());
  expect(expense.created_by).toBe(nameOf(second));
  const { body } = await manager.get(`/history/?resource=expense&record=${expense.id}`);
  expect(body.results).toMatchObject([{ user_name: nameOf(second) }]);
});

it('a list of payments is filtered by who took them, with its count, pages, search and totals', async () => {
  const staff = await server.newColleague(manager, 'staff');
  const { id, student } = await enrol(manager, '300', '10', factory);
  for (const paid of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'])
    await staff.create(courses, installment(id, paid));
  const taken = await staff.get(`${courses}?recorded_by=${staff.userId}&totals=true`);
  expect(taken.body).toMatchObject({ count: 11, totals: { paid_amount: '66.00' } });
  const last = await staff.get(`${courses}?recorded_by=${staff.userId}&page=2`);
  expect(last.body.results).toMatchObject([{ paid_amount: '1.00', recorded_by: String(staff.userId) }]);
  const ofStudent = `${courses}?recorded_by=${manager.userId}&student=${String(student)}`;
  expect((await staff.get(ofStudent)).body).toMatchObject({ count: 1 });
  expect(
    (await staff.get(`${courses}?recorded_by=${staff.userId}&search=500&is_installment=true`)).body,
  ).toMatchObject({
    count: 11,
  });
  expect((await staff.get(`${courses}?recorded_by=nobody`)).body).toMatchObject({ count: 0 });
});
