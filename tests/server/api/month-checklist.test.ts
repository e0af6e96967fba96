import { expect, it } from 'vitest';
import { MONTH_CHECKLIST_PATH, monthChecklist, monthWrites } from '#contract/month.ts';
import { courses, deductions, employees, enrol, installment, payable, salaries } from './bodies.ts';
import { withBranch } from './with-server.ts';

const TOGGLE = '/month/end-undo/';
const { client, factory } = withBranch();

const checklist = async () => monthChecklist.parse((await client.get(MONTH_CHECKLIST_PATH)).body);
const writes = async (month: string) => monthWrites.parse((await client.get(`/month/${month}/writes/`)).body);

it('the checklist counts what is open in the running month and stops nothing', async () => {
  const { id: paid } = await client.create(employees, factory.employee());
  await client.create(employees, factory.employee());
  await client.create('/month/', { name: 'March' });
  await client.create(salaries, { employee: paid });
  await client.create(deductions, factory.deduction(paid));
  await payable(client, 'book-payout', { price: '60', paid: '10' }, factory);
  const unpaid = await enrol(client, '300', '0', factory);
  await enrol(client, '300', '0', factory);
  await enrol(client, '300', '20', factory);
  const expected = {
    unpaid_employees: 1,
    partly_paid: { count: 0, left: '0.00' },
    open_deductions: 1,
    open_bonuses: 0,
    open_drawers: 1,
    owing_payouts: 1,
  };
  expect(await checklist()).toEqual({
    ...expected,
    unpaid_enrolments: [{ resource: 'adult-course', count: 2 }],
  });
  await client.create(courses, installment(unpaid.id, '5'));
  expect((await checklist()).unpaid_enrolments).toEqual([{ resource: 'adult-course', count: 1 }]);
  expect((await client.send('POST', TOGGLE, { expect: 'running' })).status).toBe(200);
  expect(await checklist()).toMatchObject({ unpaid_employees: 0, unpaid_enrolments: [] });
});

it('a month tells what was written between its last undo and its next end, and nothing else', async () => {
  const { id: month } = await client.create('/month/', { name: 'March' });
  const first = await enrol(client, '300', '10', factory);
  expect(await writes(month)).toEqual({ count: 0, results: [] });
  await client.send('POST', TOGGLE, { expect: 'running' });
  await client.send('POST', TOGGLE, { expect: 'ended', reason: 'a receipt was forgotten' });
  await client.send('PATCH', `${courses}${first.id}/`, { paid_amount: '15' });
  const { id: added } = await client.create(courses, installment(first.id, '5'));
  expect(await writes(month)).toMatchObject({
    count: 2,
    results: [
      { action: 'created', record: added },
      {
        action: 'changed',
        record: first.id,
        before: { paid_amount: '10.00' },
        after: { paid_amount: '15.00' },
      },
    ],
  });
  await client.send('POST', TOGGLE, { expect: 'running' });
  await client.send('PATCH', `${courses}${first.id}/`, { notes: 'after the end' });
  expect((await writes(month)).results.map(({ record }) => record)).toEqual([added, first.id]);
  await client.create('/month/', { name: 'April' });
  const later = await enrol(client, '300', '10', factory);
  expect((await writes(month)).results.some(({ record }) => record === later.id)).toBe(false);
});
