import { describe, expect, it } from 'vitest';
import { CLOSES_PATH, closeAnswer, openDrawers } from '#contract/closes.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import {
  advances,
  courses,
  employees,
  enrol,
  expenses,
  orders,
  payable,
  refunds,
  students,
} from './bodies.ts';
import { withDesk } from './with-server.ts';

const factory = branchFactory(5);
const { server, manager, staff } = withDesk();

const OPEN = `${CLOSES_PATH}open/`;
const finish = (id: string | number, body: object, by = staff) =>
  by.send('POST', `${CLOSES_PATH}${id}/finish/`, body);
const closeOf = async (body: object, by = staff) => {
  const answer = await by.send('POST', CLOSES_PATH, body);
  expect(answer.status, answer.text).toBe(201);
  return closeAnswer.parse(answer.body);
};
const read = async (id: string | number, by = staff) =>
  closeAnswer.parse((await by.get(`${CLOSES_PATH}${id}/`)).body);

describe('money that a close has counted', () => {
  /** Each line of the branch, with and without a close, as it is now: they come to what the records have moved, method by method. */
  async function addsUp(): Promise<void> {
    const sums = (column: string) =>
      server.queryAsOwner(
        `select payment_method, sum(amount)::text as sum from (
          select coalesce(method_now, payment_method) as payment_method, coalesce(amount_now, amount) as amount from drawer_line
            where branch_id = $1 and '${column}' = 'drawers'
          union all select payment_method, moved.amount from (
            select payment_method, paid_amount as amount from enrolment where branch_id = $1
            union all select payment_method, paid_amount from book_payout where branch_id = $1
            union all select payment_method, -amount from refund where branch_id = $1
            union all select payment_method, -amount from expense where branch_id = $1 and from_drawer and payment_method = 'cash'
            union all select payment_method, -amount from advance where branch_id = $1 and from_drawer and payment_method = 'cash'
            union all select payment_method, -paid_amount from book_order where branch_id = $1 and from_drawer and payment_method = 'cash'
          ) as moved where '${column}' = 'records') as it
        group by 1 having sum(amount) <> 0 order by 1`,
        [staff.branchId],
      );
    expect(await sums('drawers')).toEqual(await sums('records'));
  }

  const openLines = () =>
    server.queryAsOwner('select user_id, amount from drawer_line where branch_id = $1 and close_id is null', [
      staff.branchId,
    ]);

  it('is not taken back by its person alone, and moves no open drawer when a manager does', async () => {
    const { id } = await enrol(staff, '3000', '1500', factory);
    const path = `${courses}${id}/`;
    const first = await closeOf({ other: '1500' });
    const change = { paid_amount: '0', price: '500', base: { paid_amount: '1500.00', price: '3000.00' } };
    expect((await staff.send('PATCH', path, change)).status).toBe(403);
    expect((await staff.send('DELETE', path)).status).toBe(403);
    expect((await manager.send('PATCH', path, change)).status).toBe(200);
    expect(await openLines()).toEqual([]);
    expect(await closeOf({ other: '0' })).toMatchObject({ expected: '0.00', parts: [] });
    expect(await closeOf({ other: '0' }, manager)).toMatchObject({ expected: '0.00', parts: [] });
    expect(await read(first.id)).toMatchObject({
      changed: 1,
      expected: '1500.00',
      expected_now: '0.00',
      lines: [{ resource: 'adult-course', record: id, amount: '1500.00', amount_now: '0.00' }],
    });
    expect((await manager.send('PATCH', path, { price: '3000', paid_amount: '1500' })).status).toBe(200);
    expect(await read(first.id)).toMatchObject({ changed: 0, expected_now: '1500.00' });
    expect(await openLines()).toEqual([]);
    await addsUp();
  });

  it('tells in its close by which method it is paid now, with another amount, back again and deleted', async () => {
    await manager.send('PATCH', '/branch/settings/', {
      payment_methods: [{ id: 'card', name: 'Card', kind: 'card' }],
    });
    const { id } = await enrol(staff, '3000', '300', factory);
    const path = `${courses}${id}/`;
    const close = await closeOf({ other: '300' });
    const after = async (change: object) => {
      expect((await manager.send('PATCH', path, change)).status).toBe(200);
      expect(await openLines()).toEqual([]);
      await addsUp();
      const { lines = [], changed, expected_now } = await read(close.id);
      return [changed, expected_now, lines[0]?.amount_now, lines[0]?.other_method_now?.amount];
    };
    expect(await after({ payment_method: 'card' })).toEqual([1, '0.00', '0.00', '300.00']);
    expect(openDrawers.parse((await manager.get(OPEN)).body).taken?.methods).toMatchObject([
      { payment_method: 'card', total: '300.00' },
    ]);
    expect(await after({ paid_amount: '250' })).toEqual([1, '0.00', '0.00', '250.00']);
    expect(await after({ payment_method: 'cash' })).toEqual([1, '250.00', '250.00', undefined]);
    expect(await after({ paid_amount: '300' })).toEqual([0, '300.00', null, undefined]);
    expect(await after({ payment_method: 'card' })).toEqual([1, '0.00', '0.00', '300.00']);
    expect((await manager.send('DELETE', path)).status).toBe(200);
    expect(await read(close.id)).toMatchObject({
      changed: 1,
      lines: [{ amount_now: '0.00', deleted: true }],
    });
    expect(await openLines()).toEqual([]);
  });

  it('by card is expected in its close once it is said to be cash', async () => {
    await manager.send('PATCH', '/branch/settings/', {
      payment_methods: [{ id: 'card', name: 'Card', kind: 'card' }],
    });
    const { id: student } = await staff.create(students, factory.student());
    const paid = { price: '3000', paid_amount: '300', payment_method: 'card' };
    const { id } = await staff.create(courses, factory.enrolment('adult-course', student, paid));
    const close = await closeOf({ other: '0' });
    await manager.send('PATCH', `${courses}${id}/`, { payment_method: 'cash' });
    expect(await read(close.id)).toMatchObject({ changed: 1, expected: '0.00', expected_now: '300.00' });
    expect(await openLines()).toEqual([]);
    await addsUp();
  });

  it('is changed between the count and its reason: a second count is compared with what was expected', async () => {
    const { id } = await enrol(staff, '3000', '300', factory);
    const close = await closeOf({ other: '290' });
    await manager.send('PATCH', `${courses}${id}/`, { paid_amount: '290' });
    expect(await read(close.id)).toMatchObject({ expected: '300.00', expected_now: '290.00' });
    const again = await staff.send('POST', `${CLOSES_PATH}${close.id}/recount/`, { other: '291' });
    expect(again.body).toMatchObject({ difference: '-9.00', finished_at: null });
    expect((await finish(close.id, { reason: 'Typed wrong' })).status).toBe(200);
    expect(await closeOf({ other: '0' })).toMatchObject({ expected: '0.00' });
    await addsUp();
  });

  it.each([
    ['expense', expenses, { title: 'Water', amount: '7' }, 'amount'],
    ['order', orders, { quantity: '1', price: '8', paid_amount: '8' }, 'paid_amount'],
    ['advance', advances, { amount: '9', from_drawer: true }, 'amount'],
    ['refund', refunds, { amount: '6', reason: 'Ill', forgive: false }, 'amount'],
  ])('and paid out as %s moves no open drawer', async (_name, path, body, amount) => {
    const { id: enrolment } = await enrol(manager, '300', '30', factory);
    const { id: employee } = await manager.create(employees, factory.employee({ salary: '2000.00' }));
    const { book } = await payable(manager, 'book-payout', { price: '60' }, factory);
    const more = {
      expense: {},
      order: { book },
      advance: { employee },
      refund: { resource: 'adult-course', related_record: enrolment },
    };
    const { id } = await manager.create(path, { from_drawer: true, ...body, ...Object(more)[_name] });
    const close = await closeOf({ other: '0', reason: 'x' }, manager);
    await finish(close.id, { reason: 'x' }, manager);
    expect((await manager.send('PATCH', `${path}${id}/`, { [amount]: '5' })).status).toBe(200);
    expect(await read(close.id, manager)).toMatchObject({ changed: 1 });
    await addsUp();
    expect((await manager.send('DELETE', `${path}${id}/`)).status).toBe(200);
    expect(await read(close.id, manager)).toMatchObject({ changed: 1 });
    expect(await openLines()).toEqual([]);
    await addsUp();
  });
});
