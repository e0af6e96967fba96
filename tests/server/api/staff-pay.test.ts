import { describe, expect, it } from 'vitest';
import { CLOSES_PATH, closeAnswer } from '#contract/closes.ts';
import { MONTH_CHECKLIST_PATH } from '#contract/month.ts';
import { advances, bonuses, deductions, employees, expenses, salaries } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import type { Answer } from './test-server.ts';
import { withBranch } from './with-server.ts';

const TOGGLE = '/month/end-undo/';

let employee: string;
const { client, factory } = withBranch(async () => {
  employee = (await client.create(employees, factory.employee({ name: 'Omar', salary: '5000' }))).id;
});

const pay = (given: object = {}) => client.send('POST', salaries, { employee, ...given });
const advance = (amount: string, given: object = {}) =>
  client.send('POST', advances, factory.advance(employee, { amount, ...given }));
const bonus = (amount: string) =>
  client.send('POST', bonuses, factory.bonus(employee, { amount, reason: 'Feast' }));
const deduct = (amount: string) =>
  client.send('POST', deductions, factory.deduction(employee, { amount, reason: 'Came late' }));
const read = async (path: string, id: unknown) => (await client.get(`${path}${String(id)}/`)).body;
const remove = (path: string, { body }: Pick<Answer, 'body'>) =>
  client.send('DELETE', `${path}${String(body.id)}/`);

describe('an advance, a bonus and a deduction', () => {
  it('are settled by the next salary: less the one, more the other', async () => {
    const [paid, added, taken] = [await advance('1000'), await bonus('300'), await deduct('200')];
    const made = (await pay()).body;
    expect(made).toMatchObject({
      amount: '4100.00',
      base_salary: '5000.00',
      bonus: '300.00',
      deducted: '200.00',
      advanced: '1000.00',
      paid_before: '0.00',
      part: '1',
    });
    for (const [path, one] of [
      [advances, paid],
      [bonuses, added],
      [deductions, taken],
    ] as const)
      expect((await read(path, one.body.id)).settled_by).toBe(made.id);
    await remove(salaries, { body: made });
    expect((await read(advances, paid.body.id)).settled_by).toBeNull();
    expect((await read(bonuses, added.body.id)).settled_by).toBeNull();
  });

  it('are final once a salary has settled them', async () => {
    const [paid, added, taken] = [await advance('1000'), await bonus('300'), await deduct('200')];
    await pay();
    for (const [path, one, thing] of [
      [advances, paid, 'advance taken off'],
      [bonuses, added, 'bonus'],
      [deductions, taken, 'deduction taken off'],
    ] as const) {
      const how = path === advances ? [{ from_drawer: true }] : [];
      for (const change of [{ amount: '1' }, ...how]) {
        const refused = await client.send('PATCH', `${path}${String(one.body.id)}/`, change);
        expect([refused.status, refused.body.detail]).toEqual([
          409,
          expect.stringContaining(`with this ${thing}`),
        ]);
      }
      expect((await remove(path, one)).status).toBe(409);
    }
  });

  it('an advance is cash of the month in which it is paid, a bonus none', async () => {
    const march = await client.create('/month/', { name: 'March' });
    const paid = await advance('700');
    await bonus('300');
    expect(await read('/month/', march.id)).toMatchObject({ salaries: '700.00', expenses: '700.00' });
    await client.send('POST', TOGGLE);
    expect((await client.send('PATCH', `${advances}${String(paid.body.id)}/`, { amount: '1' })).status).toBe(
      409,
    );
    expect((await remove(advances, paid)).status).toBe(409);
    const april = await client.create('/month/', { name: 'April' });
    await pay();
    expect(await read('/month/', march.id)).toMatchObject({ salaries: '700.00' });
    expect(await read('/month/', april.id)).toMatchObject({ salaries: '4600.00' });
  });

  it('an advance is at most what the next salary carries, also when it is raised', async () => {
    await deduct('500');
    await expectAnswer(advance('4500.01'), 400, {
      amount: ['Only L.E. 4,500.00 of the next salary is left for an advance.'],
    });
    const paid = await advance('4000');
    expect(paid.status).toBe(201);
    const path = `${advances}${String(paid.body.id)}/`;
    expect((await client.send('PATCH', path, { amount: '4500.01' })).status).toBe(400);
    expect((await client.send('PATCH', path, { amount: '4500' })).status).toBe(200);
    expect((await advance('0.01')).body).toEqual({
      amount: ['Nothing of the next salary is left for an advance.'],
    });
    await bonus('250');
    expect((await advance('250')).status).toBe(201);
  });

  it('what would leave too little for a paid advance is refused at its place', async () => {
    const added = await bonus('1000');
    await advance('6000');
    const tooMuch = await deduct('0.01');
    expect(tooMuch.body).toEqual({
      amount: [
        'Advances of L.E. 6,000.00 were paid. With this, the next salary is L.E. 0.01 too low to take them off.',
      ],
    });
    const less = await client.send('PATCH', `${bonuses}${String(added.body.id)}/`, { amount: '999' });
    expect(Object.keys(less.body)).toEqual(['amount']);
    expect((await remove(bonuses, added)).status).toBe(409);
    expect((await pay()).body.amount).toBe('0.00');
  });
});

it('a lower salary that does not cover a paid advance is repaired in steps', async () => {
  const [given, taken] = [await advance('4000'), await deduct('500')];
  await client.send('PATCH', `${employees}${employee}/`, { salary: '3000' });
  expect((await deduct('1')).status).toBe(400);
  expect((await bonus('600')).status).toBe(201);
  const change = ({ body }: Answer, path: string, amount: string) =>
    client.send('PATCH', `${path}${String(body.id)}/`, { amount });
  expect((await change(taken, deductions, '400')).status).toBe(200);
  expect((await change(taken, deductions, '450')).status).toBe(400);
  expect((await change(given, advances, '3900')).status).toBe(200);
  expect((await change(given, advances, '3901')).status).toBe(400);
  expect((await change(given, advances, '3200')).status).toBe(200);
  expect((await pay()).body.amount).toBe('0.00');
});

describe('a salary in parts', () => {
  it('is paid down to nothing, and each part says what was paid before', async () => {
    await client.create('/month/', { name: 'March' });
    await advance('1000');
    expect((await pay({ amount: '1500' })).body).toMatchObject({
      amount: '1500.00',
      advanced: '1000.00',
      paid_before: '0.00',
      part: '1',
    });
    await deduct('100');
    await expectAnswer(pay({ amount: '2400.01' }), 400, { amount: ['Only L.E. 2,400.00 is left to pay.'] });
    expect((await pay({ amount: '0' })).body).toEqual({ amount: ['Enter an amount above zero'] });
    expect((await pay()).body).toMatchObject({
      amount: '2400.00',
      base_salary: '5000.00',
      deducted: '100.00',
      advanced: '1000.00',
      paid_before: '1500.00',
      part: '2',
    });
    await expectAnswer(pay({ amount: '1' }), 409, 'Omar has already been paid for March.');
    await bonus('50');
    expect((await pay()).body).toMatchObject({
      amount: '50.00',
      bonus: '50.00',
      paid_before: '3900.00',
      part: '3',
    });
  });

  it('keeps the salary that the first part had, and a raise counts from the next month on', async () => {
    await client.create('/month/', { name: 'March' });
    await pay({ amount: '2000' });
    await client.send('PATCH', `${employees}${employee}/`, { salary: '6000' });
    expect((await pay()).body).toMatchObject({ amount: '3000.00', base_salary: '5000.00' });
    await client.send('POST', TOGGLE);
    await client.create('/month/', { name: 'April' });
    expect((await pay()).body).toMatchObject({ amount: '6000.00', paid_before: '0.00', part: '1' });
  });

  it('is deleted from the last part back, and no part changes its amount', async () => {
    const first = await pay({ amount: '2000' });
    const second = await pay({ amount: '500' });
    await expectAnswer(
      remove(salaries, first),
      409,
      'A later part of this salary was paid to Omar. Delete that one first.',
    );
    const changed = await client.send('PATCH', `${salaries}${String(second.body.id)}/`, { amount: '400' });
    expect(Object.keys(changed.body)).toEqual(['amount']);
    expect((await remove(salaries, second)).status).toBe(200);
    expect((await remove(salaries, first)).status).toBe(200);
    expect((await pay()).body.amount).toBe('5000.00');
  });

  it('stays while advances that were paid since need it', async () => {
    await advance('3000');
    const made = await pay();
    await advance('4000');
    const refused = await remove(salaries, made);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('L.E. 2,000.00 too low');
    expect((await read(salaries, made.body.id)).amount).toBe('2000.00');
  });

  it('says in the checklist what is left of it, as an ended month forgets it', async () => {
    await client.create('/month/', { name: 'March' });
    const other = await client.create(employees, factory.employee({ salary: '900' }));
    await pay({ amount: '2000' });
    await pay({ amount: '500' });
    await client.send('POST', salaries, { employee: other.id });
    await bonus('20');
    await deduct('100');
    expect((await client.get(MONTH_CHECKLIST_PATH)).body).toMatchObject({
      unpaid_employees: 0,
      partly_paid: { count: 1, left: '2420.00' },
      open_bonuses: 1,
    });
    await client.send('POST', TOGGLE);
    await client.create('/month/', { name: 'April' });
    expect((await pay()).body.amount).toBe('4920.00');
  });

  it('refuses more deductions than the salary before its first part, with both sums', async () => {
    await bonus('1');
    await deduct('5001.01');
    await expectAnswer(
      pay(),
      409,
      'Deductions and advances of Omar come to L.E. 5,001.01, more than the L.E. 5,001.00 that there is to pay. Lower or delete one first.',
    );
  });

  it('leaves deductions above what is left of it to the next salary', async () => {
    await client.create('/month/', { name: 'March' });
    await pay({ amount: '4000' });
    const [large, small] = [await deduct('600'), await deduct('401')];
    expect((await advance('599')).status).toBe(201);
    expect((await client.get(MONTH_CHECKLIST_PATH)).body.partly_paid).toEqual({ count: 0, left: '0.00' });
    const last = (await pay()).body;
    expect(last).toMatchObject({ amount: '0.00', deducted: '401.00', advanced: '599.00' });
    expect((await read(deductions, small.body.id)).settled_by).toBe(last.id);
    expect((await read(deductions, large.body.id)).settled_by).toBeNull();
    await client.send('POST', TOGGLE);
    await client.create('/month/', { name: 'April' });
    expect((await pay()).body).toMatchObject({ amount: '4400.00', deducted: '600.00' });
  });
});

it('salaries and advances from the drawer are counted at its close, others are not', async () => {
  const manager = client;
  await advance('300', { from_drawer: true });
  await advance('50');
  await pay({ amount: '1000', from_drawer: true });
  await pay({ amount: '200' });
  const counted = closeAnswer.parse(
    (await manager.send('POST', CLOSES_PATH, { float: '2000', other: '700' })).body,
  );
  expect(counted).toMatchObject({
    expected: '700.00',
    parts: [{ part: 'salary', count: 2, total: '-1300.00' }],
  });
  const { lines } = closeAnswer.parse((await manager.get(`${CLOSES_PATH}${counted.id}/`)).body);
  expect(lines?.map(({ resource, amount }) => [resource, amount]).sort()).toEqual([
    ['advance', '-300.00'],
    ['salary', '-1000.00'],
  ]);
});

describe('a salary', () => {
  it('is rejected as the second one of a month, also while no month runs', async () => {
    await pay();
    const waits = await pay();
    expect(waits.status).toBe(409);
    expect(waits.body.detail).toBe('Omar has already been paid: that salary waits for the next month.');
    await client.create('/month/', { name: 'March' });
    await expectAnswer(pay(), 409, 'Omar has already been paid for March.');
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
  it('does not prevent the delete of a month and moves to the next; a salary prevents it', async () => {
    const march = await client.create('/month/', { name: 'March' });
    const { id } = (await deduct('200')).body;
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
