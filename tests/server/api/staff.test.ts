import { describe, expect, it } from 'vitest';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { deductions, employees, expenses, salaries } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withBranch } from './with-server.ts';

const TOGGLE = '/month/end-undo/';
const factory = branchFactory(4);

let employee: string;
const { client } = withBranch(async () => {
  employee = (await client.create(employees, factory.employee({ name: 'Omar', salary: '5000' }))).id;
});

const pay = (given: object = {}) => client.send('POST', salaries, { employee, ...given });
const deduct = (amount: string, given: object = {}) =>
  client.create(deductions, factory.deduction(employee, { amount, reason: 'Came late', ...given }));
const read = async (path: string, id: unknown) => (await client.get(`${path}${String(id)}/`)).body;

describe('a salary', () => {
  it("is the employee's salary minus the open deductions, and settles them", async () => {
    const [one, other] = [await deduct('200'), await deduct('99.50')];
    const made = (await pay({ base_salary: '1', deducted: '0' })).body;
    expect(made).toMatchObject({
      employee,
      employee_data: { name: 'Omar' },
      amount: '4700.50',
      base_salary: '5000.00',
      deducted: '299.50',
    });
    for (const { id } of [one, other]) expect((await read(deductions, id)).settled_by).toBe(made.id);
    await client.create('/month/', { name: 'March' });
    await client.send('POST', TOGGLE);
    await client.create('/month/', { name: 'April' });
    expect((await pay()).body.amount).toBe('5000.00');
  });

  it('keeps its stamped values after a raise', async () => {
    const made = (await pay()).body;
    await client.send('PATCH', `${employees}${employee}/`, { salary: '6000' });
    expect(await read(salaries, made.id)).toEqual(made);
  });

  it('is rejected as the second one of a month, also while no month runs', async () => {
    await pay();
    const waits = await pay();
    expect(waits.status).toBe(409);
    expect(waits.body.detail).toBe('Omar has already been paid: that salary waits for the next month.');
    await client.create('/month/', { name: 'March' });
    await expectAnswer(pay(), 409, 'Omar has already been paid for March.');
  });

  it('without a month stays without one while the re-opened month has one', async () => {
    const march = await client.create('/month/', { name: 'March' });
    const first = (await pay()).body;
    await client.send('POST', TOGGLE);
    const waiting = (await pay()).body;
    await client.send('POST', TOGGLE);
    expect((await read(salaries, waiting.id)).month).toBeNull();
    expect(await read('/month/', march.id)).toMatchObject({ salaries: first.amount });
    await client.send('POST', TOGGLE);
    const april = await client.create('/month/', { name: 'April' });
    expect((await read(salaries, waiting.id)).month).toBe(april.id);
  });

  it('below its deductions is rejected with both amounts', async () => {
    await deduct('3000');
    await deduct('2000.01');
    await expectAnswer(
      pay(),
      409,
      'The deductions of Omar come to L.E. 5,000.01, more than the salary of L.E. 5,000.00. Lower or delete a deduction first.',
    );
    expect(await client.listAll(`${deductions}?employee=${employee}`)).toHaveLength(2);
    expect(await client.listAll(salaries)).toEqual([]);
  });

  it('keeps its employee, but its date can change', async () => {
    const made = (await pay()).body;
    const other = await client.create(employees, factory.employee());
    const moved = await client.send('PATCH', `${salaries}${String(made.id)}/`, { employee: other.id });
    expect(moved.status).toBe(400);
    expect(Object.keys(moved.body)).toEqual(['employee']);
    const dated = await client.send('PATCH', `${salaries}${String(made.id)}/`, {
      ...made,
      custom_date: '2026-02-01',
    });
    expect(dated.body).toEqual({ ...made, version: 2, day: '2026-02-01', custom_date: '2026-02-01' });
  });
});

describe('a deduction', () => {
  it('settled by a salary cannot change while the salary exists', async () => {
    const { id } = await deduct('200');
    const made = (await pay()).body;
    const said =
      'A salary was paid with this deduction taken off, so it stays as it is. Settle a difference with the next salary.';
    for (const change of [
      { amount: '100' },
      { reason: 'No' },
      { employee: (await client.create(employees, factory.employee())).id },
    ]) {
      await expectAnswer(client.send('PATCH', `${deductions}${id}/`, change), 409, said);
    }
    expect((await client.send('DELETE', `${deductions}${id}/`)).body.detail).toBe(said);
    await client.send('DELETE', `${salaries}${String(made.id)}/`);
    expect((await client.send('PATCH', `${deductions}${id}/`, { amount: '100' })).status).toBe(200);
  });

  it('does not prevent the delete of a month and moves to the next; a salary prevents it', async () => {
    const march = await client.create('/month/', { name: 'March' });
    const { id } = await deduct('200');
    expect((await read(deductions, id)).month).toBe(march.id);
    expect((await client.send('DELETE', `/month/${march.id}/`)).status).toBe(200);
    expect((await read(deductions, id)).month).toBeNull();
    const april = await client.create('/month/', { name: 'April' });
    expect((await read(deductions, id)).month).toBe(april.id);
    await pay();
    await expectAnswer(
      client.send('DELETE', `/month/${april.id}/`),
      409,
      'April has 1 salary, so deleting is not possible: these records stay for the accounts. Edit what is wrong instead.',
    );
  });

  it('and a salary prevent the delete of their employee', async () => {
    await deduct('200');
    await pay();
    await expectAnswer(
      client.send('DELETE', `${employees}${employee}/`),
      409,
      'Omar has 1 salary and 1 deduction, so deleting is not possible: these records stay for the accounts. Edit what is wrong instead.',
    );
  });
});

describe('an expense', () => {
  it('keeps the name that its author had at its creation', async () => {
    const made = await client.create(expenses, factory.expense({ created_by: 'Somebody Else' }));
    expect(made.created_by).toBe('Desk Staff');
    await client.send('PATCH', '/auth/user/', { first_name: 'Mona' });
    expect((await read(expenses, made.id)).created_by).toBe('Desk Staff');
    expect((await client.create(expenses, factory.expense())).created_by).toBe('Mona Staff');
  });
});
