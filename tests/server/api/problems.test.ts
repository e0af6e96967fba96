import { describe, expect, it } from 'vitest';
import { BASE } from '#contract/change.ts';
import { paths } from '#contract/http.ts';
import type { Problem } from '#contract/problems.ts';
import { PRINTS_PATH } from '#contract/receipts.ts';
import { returnPath, withdrawPath } from '#contract/withdrawals.ts';
import {
  advances,
  bonuses,
  books,
  courses,
  deductions,
  employees,
  enrol,
  installment,
  payable,
  payouts,
  refunds,
  salaries,
  stock,
  students,
} from './bodies.ts';
import type { Answer } from './test-server.ts';
import { withDesk } from './with-server.ts';

const { manager: client, staff, factory } = withDesk();

const post = (path: string, body: object, by = client) => by.send('POST', path, body);
const change = (path: string, id: unknown, body: object) => client.send('PATCH', `${path}${id}/`, body);
const remove = (path: string, id: unknown, by = client) => by.send('DELETE', `${path}${id}/`);

/** Expects one problem, which says the same as the body. */
function expectProblem({ status, problems, text }: Answer, facts: Partial<Problem>): void {
  expect(status, text).toBeGreaterThanOrEqual(400);
  expect(problems, text).toEqual([expect.objectContaining(facts)]);
  expect(text.split(JSON.stringify(problems[0]?.message))).toHaveLength(3);
}

describe('a payment that is too high', () => {
  it('names the most that is accepted, with the debt as it is', async () => {
    const { id } = await enrol(client, '1000', '700', factory);
    const answer = await post(courses, installment(id, '500'));
    expectProblem(answer, {
      field: 'paid_amount',
      code: 'overpaid',
      most: '300.00',
      current: expect.objectContaining({ resource: 'adult-course', id, remaining_amount: '300.00' }),
    });
    expect((await post(courses, installment(id, String(answer.problems[0]?.most)))).status).toBe(201);
    const [none] = (await post(courses, installment(id, '1'))).problems;
    expect(none).toMatchObject({ code: 'overpaid', current: { remaining_amount: '0.00' } });
    expect(none).not.toHaveProperty('most');
  });

  it('counts its own amount when it is changed', async () => {
    const { id } = await enrol(client, '1000', '700', factory);
    const paid = await client.create(courses, installment(id, '100'));
    expectProblem(await change(courses, paid.id, { paid_amount: '301' }), {
      code: 'overpaid',
      most: '300.00',
    });
    expectProblem(await change(courses, id, { paid_amount: '901' }), { code: 'overpaid', most: '900.00' });
    expectProblem(await change(courses, id, { price: '700' }), {
      field: 'price',
      code: 'overpaid',
      current: expect.objectContaining({ id, remaining_amount: '200.00' }),
    });
  });

  it('of a collection is named at its line, and has no other amount where parts were tendered', async () => {
    const [one, two] = [await enrol(client, '100', '40', factory), await enrol(client, '100', '0', factory)];
    const payments = [
      { resource: 'adult-course', related_record: two.id, paid_amount: '50' },
      { resource: 'adult-course', related_record: one.id, paid_amount: '80' },
    ];
    const body = { receipt_number: '12', payments };
    const current = expect.objectContaining({ id: one.id, remaining_amount: '60.00' });
    const answer = await post(paths.collections, body);
    expect(answer.body).toEqual({ payments: [{}, { paid_amount: [expect.any(String)] }] });
    expectProblem(answer, { field: 'payments.1.paid_amount', code: 'overpaid', most: '60.00', current });
    const tenders = [{ payment_method: 'cash', amount: '130' }];
    const [tendered] = (await post(paths.collections, { ...body, tenders })).problems;
    expect(tendered).toMatchObject({ field: 'payments.1.paid_amount', code: 'overpaid' });
    expect(tendered).not.toHaveProperty('most');
  });
});

describe('money that goes back', () => {
  it('is at most what was paid less what went back', async () => {
    const { id } = await enrol(client, '1000', '400', factory);
    const back = (amount: string) =>
      post(refunds, { resource: 'adult-course', related_record: id, amount, reason: 'Ill' });
    await back('100');
    expectProblem(await back('301'), {
      field: 'amount',
      code: 'paid-back',
      most: '300.00',
      current: expect.objectContaining({ id, refunded: '100.00' }),
    });
    expectProblem(await change(courses, id, { paid_amount: '50' }), {
      field: 'paid_amount',
      code: 'paid-back',
      current: expect.objectContaining({ id }),
    });
  });

  it('of who leaves is exactly what was paid above what is kept', async () => {
    const { id } = await enrol(client, '1000', '400', factory);
    const leave = (refund: string) =>
      post(withdrawPath(courses, id), {
        left_on: '2026-03-09',
        keep: '300',
        reason: 'Moved',
        refund: { amount: refund },
      });
    const answer = await leave('150');
    expect(answer.body).toEqual({ refund: [expect.any(String)] });
    expectProblem(answer, {
      field: 'refund.amount',
      code: 'paid-back',
      most: '100.00',
      current: expect.objectContaining({ id }),
    });
    expect((await leave('100')).status).toBe(200);
    expectProblem(await leave('100'), {
      code: 'has-left',
      current: expect.objectContaining({ id, left_on: '2026-03-09' }),
    });
  });
});

describe('copies', () => {
  it('that are not in stock are named with the book', async () => {
    const book = await stock(client, 2, { sell_price: '10' }, factory);
    const { id: student } = await client.create(students, factory.student());
    const hand = (quantity: string, paid = '0') =>
      post(payouts, factory.bookPayout(book, student, { quantity, paid_amount: paid }));
    expectProblem(await hand('3'), {
      field: 'quantity',
      code: 'out-of-stock',
      most: '2',
      current: expect.objectContaining({ resource: 'book', id: book, quantity: '2' }),
    });
    expectProblem(await hand('2', '21'), { field: 'paid_amount', code: 'overpaid', most: '20.00' });
    const { id } = await client.create(payouts, factory.bookPayout(book, student, { quantity: '2' }));
    expectProblem(await post(returnPath(id), { quantity: '3', reason: 'Torn' }), { code: 'paid-back' });
  });
});

describe('a salary', () => {
  it('that was paid names its parts, and one that deductions exceed names them', async () => {
    const { id: employee } = await client.create(employees, factory.employee({ salary: '1000' }));
    const pay = (given: object = {}) => post(salaries, { employee, ...given });
    expectProblem(await pay({ amount: '1001' }), { field: 'amount', code: 'overpaid', most: '1000.00' });
    const { body } = await pay();
    expectProblem(await pay(), {
      code: 'salary-paid',
      conflicts: [expect.objectContaining({ resource: 'salary', id: body.id, amount: '1000.00' })],
    });
    const { id: other } = await client.create(employees, factory.employee({ salary: '1000' }));
    const taken = await client.create(deductions, factory.deduction(other, { amount: '1200' }));
    const added = await client.create(bonuses, factory.bonus(other, { amount: '100' }));
    const exceeded: Partial<Problem> = {
      code: 'salary-exceeded',
      current: expect.objectContaining({ resource: 'employee', salary: '1000.00' }),
      conflicts: [
        expect.objectContaining({ resource: 'deduction', id: taken.id }),
        expect.objectContaining({ resource: 'bonus', id: added.id }),
      ],
    };
    expectProblem(await pay({ employee: other }), exceeded);
    const advance = factory.advance(other, { amount: '10' });
    expectProblem(await post(advances, advance), { ...exceeded, field: 'amount' });
  });
});

describe('a record', () => {
  it('of an ended month, with others that belong to it, or that is gone', async () => {
    const { id, student } = await enrol(client, '1000', '400', factory);
    const current = expect.objectContaining({ resource: 'adult-course', id, paid_amount: '400.00' });
    expectProblem(await remove(students, student), { code: 'still-needed' });
    await post('/month/end-undo/', {});
    expectProblem(await change(courses, id, { paid_amount: '500' }), { code: 'month-ended', current });
    expectProblem(await remove(courses, id), { code: 'month-ended', current });
    const { id: gone } = await client.create(students, factory.student());
    await remove(students, gone);
    expectProblem(await change(students, gone, { name: 'Mona' }), { code: 'deleted' });
    expectProblem(await remove(students, gone), { code: 'deleted' });
    expectProblem(await post(courses, factory.enrolment('adult-course', gone)), {
      field: 'student',
      code: 'missing-record',
    });
    expectProblem(await post(courses, installment(gone, '5')), {
      field: 'related_record',
      code: 'missing-record',
    });
  });

  it('that changed meanwhile names the fields that both changed', async () => {
    const { id } = await enrol(client, '1000', '400', factory);
    await change(courses, id, { paid_amount: '500' });
    const stale = { paid_amount: '450', [BASE]: { paid_amount: '400' } };
    expectProblem(await change(courses, id, stale), { field: 'paid_amount', code: 'changed-meanwhile' });
    const deleted = await client.send('DELETE', `${courses}${id}/`, undefined, { 'if-match': '"1"' });
    expectProblem(deleted, { code: 'changed-meanwhile' });
  });

  it('that a manager must approve, or whose printed receipt needs a reason', async () => {
    const { id } = await payable(client, 'bus', { price: '300', paid: '100' }, factory);
    expectProblem(await remove('/bus/', id, staff), { code: 'needs-approval' });
    await post(PRINTS_PATH, { resource: 'bus', record: id });
    expectProblem(await remove('/bus/', id), { field: 'reason', code: 'reason-missing' });
  });

  it('shows no field that the user may not see', async () => {
    const book = await stock(client, 1, { sell_price: '10' }, factory);
    const { id: student } = await client.create(students, factory.student());
    const shown = (await staff.get(`${books}${book}/`)).body;
    const body = factory.bookPayout(book, student, { quantity: '2' });
    const [problem] = (await post(payouts, body, staff)).problems;
    expect(problem?.current).toEqual({ resource: 'book', ...shown });
  });
});
