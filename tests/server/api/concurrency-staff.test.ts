import { expect, it } from 'vitest';
import { parsePiastres, sum } from '#contract/money.ts';
import { atOnce, withStatus } from './at-once.ts';
import { advances, deductions, employees, salaries } from './bodies.ts';
import { withBranch } from './with-server.ts';

const TOGGLE = '/month/end-undo/';

let employee: string;
const { server, client, factory } = withBranch(async () => {
  employee = (await client.create(employees, factory.employee({ salary: '5000' }))).id;
});

const pay = () => client.send('POST', salaries, { employee });
const deduct = (amount: string) => client.send('POST', deductions, factory.deduction(employee, { amount }));
const money = (value: unknown) => parsePiastres(String(value));

it('32 concurrent salaries of one employee and month create one', async () => {
  const answers = await atOnce(pay);
  expect(withStatus(answers, 201)).toHaveLength(1);
  expect(withStatus(answers, 409)).toHaveLength(31);
  expect(await client.listAll(salaries)).toHaveLength(1);
});

it('concurrent advances and parts of a salary never come to more than the salary', async () => {
  const answers = await atOnce((index) =>
    index % 2 === 0
      ? client.send('POST', advances, factory.advance(employee, { amount: '400' }))
      : client.send('POST', salaries, { employee, amount: '400' }),
  );
  for (const { status, text } of answers) expect([201, 400, 409], text).toContain(status);
  const paid = withStatus(answers, 201).map(({ body }) => money(body.amount));
  expect(sum(paid)).toBeGreaterThan(0n);
  const rows = [...(await client.listAll(advances)), ...(await client.listAll(salaries))];
  expect(sum(rows.map((row) => money(row.amount)))).toBe(sum(paid));
  // What is settled by the next salary is left for its advances.
  const settled = (await client.listAll(advances)).filter(({ settled_by }) => settled_by !== null);
  const parts = await client.listAll(salaries);
  expect(sum([...parts, ...settled].map((row) => money(row.amount)))).toBeLessThanOrEqual(500_000n);
});

/** Expects every salary to be its base minus exactly the deductions that it settled. */
async function expectSettledOnce(): Promise<void> {
  const rows = await client.listAll(deductions);
  for (const salary of await client.listAll(salaries)) {
    const settled = rows.filter((row) => row.settled_by === salary.id);
    expect(money(salary.deducted)).toBe(sum(settled.map((row) => money(row.amount))));
    expect(money(salary.amount)).toBe(money(salary.base_salary) - money(salary.deducted));
  }
}

it('deductions changed concurrently with salaries are settled once', async () => {
  const open = await Promise.all(Array.from({ length: 6 }, () => deduct('100')));
  const answers = await atOnce(async (index) => {
    const one = `${deductions}${String(open[index % 6]?.body.id)}/`;
    if (index % 5 === 0) return pay();
    if (index % 5 === 1) return deduct('50');
    if (index % 5 === 2) return client.send('PATCH', one, { amount: String(100 + index) });
    if (index % 5 === 3) return client.send('DELETE', one);
    const [salary] = await client.listAll(salaries);
    return client.send('DELETE', `${salaries}${salary?.id ?? '0'}/`);
  });
  for (const { status, text } of answers) expect([200, 201, 404, 409], text).toContain(status);
  expect((await client.listAll(salaries)).length).toBeLessThanOrEqual(1);
  await expectSettledOnce();
});

it('a raise takes effect before or after a concurrent salary', async () => {
  const raise = client.send('PATCH', `${employees}${employee}/`, { salary: '6000' });
  const [made] = withStatus(await Promise.all([pay(), raise]), 201);
  expect(['5000.00', '6000.00']).toContain(made?.body.amount);
  expect(made?.body.amount).toBe(made?.body.base_salary);
});

it('salaries concurrent with month toggles stay one per employee and month', async () => {
  await client.create('/month/', { name: 'March' });
  const toggling = (async () => {
    for (let time = 0; time < 8; time++) await client.send('POST', TOGGLE);
  })();
  const answers = await atOnce(pay);
  await toggling;
  for (const { status, text } of answers) expect([201, 409], text).toContain(status);
  const rows = await client.listAll(salaries);
  expect(new Set(rows.map((row) => row.month)).size).toBe(rows.length);
});

it("database constraints reject a second salary and a deduction settled by another employee's salary", async () => {
  const { body } = await pay();
  const other = await client.create(employees, factory.employee());
  const foreign = await client.create(deductions, factory.deduction(other.id));
  const again = (part: string, before: string) => `
    insert into salary (branch_id, employee_id, base_salary, deducted, amount, paid_before, part, created_at, effective_date, created_by)
    select branch_id, employee_id, base_salary, deducted, amount, ${before}, ${part}, created_at, effective_date, created_by
    from salary where id = $1`;
  await expect(server.queryAsOwner(again('part', '0'), [body.id])).rejects.toThrow(/salary_once/);
  await expect(server.queryAsOwner(again('2', 'amount'), [body.id])).rejects.toThrow(/salary_within/);
  const settle = 'update deduction set settled_by_id = $1 where id = $2';
  await expect(server.queryAsOwner(settle, [body.id, foreign.id])).rejects.toThrow(/deduction_settled/);
});
