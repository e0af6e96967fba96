import { describe, expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import {
  returnPath,
  transferPath,
  undoReturnPath,
  undoWithdrawalPath,
  withdrawal,
  withdrawalPath,
  withdrawPath,
} from '#contract/withdrawals.ts';
import { writeAnswer } from '#contract/writes/answer.ts';
import { courses, enrol, installment, payable, payouts, refunds, students } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withDesk } from './with-server.ts';

const { server, manager: client, staff, factory } = withDesk();

const left = (keep: string, given: object = {}) => ({
  left_on: '2026-03-09',
  keep,
  reason: 'Moved away',
  ...given,
});
const one = async (id: string, path: string = courses) => (await client.get(`${path}${id}/`)).body;
const withdraw = (id: string, body: object, by = client) => by.send('POST', withdrawPath(courses, id), body);
const undo = (id: string, by = client) => by.send('POST', undoWithdrawalPath(courses, id), {});
const recordsIn = (body: unknown) => writeAnswer.parse(body).records;
const creditOf = async (student: unknown) => (await client.get(`${students}${student}/`)).body.credit;
const revenue = async () => Number((await client.listAll('/month/'))[0]?.adult_course_revenue);

describe('leaving a course', () => {
  it('keeps, pays back, credits and forgives', async () => {
    const { id, student } = await enrol(client, '1000', '600', factory);
    await client.create(courses, installment(id, '200'));
    const before = await revenue();
    const answer = await withdraw(id, left('300', { refund: { amount: '400' }, credit: '100' }));
    expect(answer.status).toBe(200);
    expect(recordsIn(answer.body)).toMatchObject([
      { resource: 'adult-course', record: { id, left_on: '2026-03-09', kept: '300.00' } },
      {
        resource: 'refund',
        record: { amount: '400.00', payment_method: 'cash', reason: 'Moved away' },
      },
      { resource: 'refund', record: { amount: '100.00', payment_method: 'credit' } },
    ]);
    expect(await one(id)).toMatchObject({
      price: '1000.00',
      refunded: '500.00',
      forgiven: '700.00',
      kept: '300.00',
      left_on: '2026-03-09',
      remaining_amount: '0.00',
    });
    expect(await creditOf(student)).toBe('100.00');
    expect((await revenue()) - before).toBe(-500);
    const made = await client.listAll(`${refunds}?payable=${id}`);
    expect(made.map(({ amount, payment_method }) => [amount, payment_method])).toEqual([
      ['100.00', 'credit'],
      ['400.00', 'cash'],
    ]);
    expect(withdrawal.parse((await client.get(withdrawalPath(courses, id))).body)).toMatchObject({
      left_on: '2026-03-09',
      kept: '300.00',
      credit: '100.00',
      undoable: true,
    });
    const [entry] = await client.listAll(`/history/?resource=adult-course&record=${id}`);
    expect(entry).toMatchObject({ action: 'changed', note: 'Left on 2026-03-09: Moved away' });
  });

  it('owes what is kept and not paid yet, and later payments come up to that', async () => {
    const { id, student } = await enrol(client, '1000', '200', factory);
    expect((await withdraw(id, left('500'))).status).toBe(200);
    expect(await one(id)).toMatchObject({ remaining_amount: '300.00', forgiven: '500.00', kept: '500.00' });
    const { debts } = (await client.get(`/families/?student=${student}`)).body as { debts: object[] };
    expect(debts).toEqual([expect.objectContaining({ paid: '200.00', remaining: '300.00' })]);
    expect((await client.send('POST', courses, installment(id, '301'))).status).toBe(400);
    await client.create(courses, installment(id, '300'));
    expect(await one(id)).toMatchObject({ remaining_amount: '0.00' });
  });

  it.each([
    ['less than goes back', left('300', { refund: { amount: '299' } }), 'refund'],
    ['more than goes back', left('300', { refund: { amount: '300' }, credit: '1' }), 'refund'],
    ['nothing though something goes back', left('0'), 'refund'],
    ['a refund though nothing goes back', left('600', { refund: { amount: '1' } }), 'refund'],
    ['more kept than the price', left('1000.01'), 'keep'],
    [
      'an unknown method',
      left('300', { refund: { amount: '300', payment_method: 'gold' } }),
      'refund.payment_method',
    ],
    [
      'credit as the method of what is paid out',
      left('300', { refund: { amount: '300', payment_method: 'credit' } }),
      'refund.payment_method',
    ],
    ['no amount', left('300', { refund: {} }), 'refund.amount'],
    ['no day', { keep: '600', reason: 'x' }, 'left_on'],
    ['no reason', { keep: '600', left_on: '2026-03-09' }, 'reason'],
  ])('%s: refused at its place, and nothing is written', async (_what, body, field) => {
    const made = await enrol(client, '1000', '600', factory);
    const answer = await withdraw(made.id, body);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
    expect(await one(made.id)).toEqual(made);
  });

  it('tells the sum that goes back', async () => {
    const { id } = await enrol(client, '1000', '600', factory);
    expect((await withdraw(id, left('300'))).body).toEqual({
      refund: ['Exactly L.E. 300.00 goes back: paid out, kept as credit, or both.'],
    });
    expect((await withdraw(id, left('600', { credit: '5' }))).body).toEqual({
      refund: ['Nothing goes back: no more was paid than is kept.'],
    });
  });

  it('happens once, and not to an installment or to nothing', async () => {
    const { id } = await enrol(client, '1000', '0', factory);
    const part = await client.create(courses, installment(id, '100'));
    expect((await withdraw(part.id, left('0'))).status).toBe(404);
    expect((await withdraw('999999', left('0'))).status).toBe(404);
    expect((await withdraw(id, left('100'))).status).toBe(200);
    expect((await withdraw(id, left('100'))).status).toBe(409);
    expect((await client.get(withdrawalPath(courses, part.id))).status).toBe(404);
    const dearer = { price: '1100', list_price: '1100', discount: '0.00', discount_reason: '' };
    await expectAnswer(client.send('PATCH', `${courses}${id}/`, dearer), 400, {
      price: ['The student has left this course. Undo that first.'],
    });
  });

  it('races a payment: the sum that goes back is the one of this moment', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await enrol(client, '1000', '600', factory);
      const [gone, paid] = await Promise.all([
        withdraw(id, left('100', { refund: { amount: '500' } })),
        client.send('POST', courses, installment(id, '50')),
      ]);
      const after = await one(id);
      if (gone.status === 200) {
        expect(paid.status).toBe(400);
        expect(after).toMatchObject({ remaining_amount: '0.00', kept: '100.00' });
      } else {
        expect(gone.body).toEqual({
          refund: ['Exactly L.E. 550.00 goes back: paid out, kept as credit, or both.'],
        });
        expect(after).toMatchObject({ remaining_amount: '350.00', left_on: null });
      }
    }
  });

  it('keeps of the price at most what was not forgiven before', async () => {
    const { id } = await enrol(client, '1000', '1000', factory);
    const named = { resource: 'adult-course', related_record: id, reason: 'Ill' };
    const made = await client.create(refunds, { ...named, amount: '100', forgive: true });
    await expectAnswer(withdraw(id, left('1000')), 400, { keep: ['Keep at most the price of L.E. 900.00'] });
    expect((await withdraw(id, left('900'))).status).toBe(200);
    expect(await one(id)).toMatchObject({ forgiven: '100.00', remaining_amount: '0.00' });
    expect((await undo(id)).status).toBe(200);
    expect((await client.send('DELETE', `${refunds}${made.id}/`)).status).toBe(200);
    expect(await one(id)).toMatchObject({ forgiven: '0.00', refunded: '0.00' });
  });

  it('is left out of what ends soon, and is not renewed', async () => {
    const { id: student } = await client.create(students, factory.student());
    const body = factory.enrolment('bus', student, {
      price: '300',
      paid_amount: '0',
      custom_date: '2026-02-20',
    });
    const bus = await client.create('/bus/', body);
    const ending = async () => (await client.listAll('/bus/?ending_before=2026-04-30')).map(({ id }) => id);
    expect(await ending()).toContain(bus.id);
    await client.send('POST', withdrawPath('/bus/', bus.id), left('0'));
    expect(await ending()).not.toContain(bus.id);
    const next = factory.enrolment('bus', student, { price: '300', paid_amount: '0', renews: bus.id });
    expect((await client.send('POST', '/bus/', next)).status).toBe(409);
  });
});

describe('the undo of leaving', () => {
  it('takes back refunds, credit, day and what was forgiven', async () => {
    const { id } = await enrol(client, '1000', '600', factory);
    await client.create(refunds, {
      resource: 'adult-course',
      related_record: id,
      amount: '50',
      reason: 'Ill',
      forgive: true,
    });
    const { version: _, ...before } = await one(id);
    const earned = await revenue();
    await withdraw(id, left('300', { refund: { amount: '150' }, credit: '100' }));
    expect((await undo(id)).status).toBe(200);
    expect(await one(id)).toMatchObject(before);
    expect(await revenue()).toBe(earned);
    expect(await creditOf(before.student)).toBe('0.00');
    expect((await undo(id)).status).toBe(409);
    expect((await withdraw(id, left('550'))).status).toBe(200);
  });

  it('is refused once something followed', async () => {
    const { id } = await enrol(client, '1000', '200', factory);
    await withdraw(id, left('500'));
    const part = await client.create(courses, installment(id, '10'));
    const followed = 'Something was recorded or changed since, so it cannot be undone any more.';
    await expectAnswer(undo(id), 409, followed);
    expect((await client.get(withdrawalPath(courses, id))).body).toMatchObject({ undoable: false });
    await client.send('DELETE', `${courses}${part.id}/`);
    expect((await undo(id)).status).toBe(200);
  });

  it.each([
    ['another first payment', () => ({ paid_amount: '300' }), 409],
    [
      'another student',
      async () => ({ student: (await client.create(students, factory.student())).id }),
      409,
    ],
    ['a note', () => ({ notes: 'Came back' }), 200],
  ])('after %s of the enrolment is refused if money moved', async (_, changeOf, status) => {
    const { id } = await enrol(client, '1000', '200', factory);
    await withdraw(id, left('500'));
    const change = await changeOf();
    expect(await client.send('PATCH', `${courses}${id}/`, change)).toMatchObject({ status: 200 });
    expect((await client.get(withdrawalPath(courses, id))).body).toMatchObject({ undoable: status === 200 });
    expect((await undo(id)).status).toBe(status);
  });

  it('is refused once its credit was used, or its month has ended', async () => {
    const { id, student } = await enrol(client, '1000', '200', factory);
    await withdraw(id, left('0', { credit: '200' }));
    const bus = factory.enrolment('bus', String(student), { price: '50', paid_amount: '50' });
    const used = await client.create('/bus/', { ...bus, payment_method: 'credit' });
    await expectAnswer(undo(id), 409, 'This credit was used meanwhile.');
    await client.send('DELETE', `/bus/${used.id}/`);
    await client.send('POST', '/month/end-undo/', {});
    expect((await undo(id)).status).toBe(409);
    await client.send('POST', '/month/end-undo/', {});
    expect((await undo(id)).status).toBe(200);
  });

  it('keeps refunds of it from being changed by themselves', async () => {
    const { id } = await enrol(client, '1000', '200', factory);
    const { body } = await withdraw(id, left('0', { refund: { amount: '200' } }));
    const [, refund] = recordsIn(body);
    const path = `${refunds}${refund?.record.id}/`;
    expect((await client.send('PATCH', path, { amount: '100' })).status).toBe(409);
    expect((await client.send('DELETE', path)).status).toBe(409);
    expect((await client.send('PATCH', path, { notes: 'Signed by the father' })).status).toBe(200);
    expect((await undo(id)).status).toBe(200);
  });
});

describe('leaving, where nobody loses anything', () => {
  const refused = { status: 403, body: { detail: permissions['refunds.any'].refusal } };

  it('is recorded by staff for an enrolment of a colleague, and undone; a piastre less is not', async () => {
    const { id } = await enrol(client, '1000', '300', factory);
    expect(await withdraw(id, left('999.99'), staff)).toMatchObject(refused);
    expect((await withdraw(id, left('1000'), staff)).status).toBe(200);
    expect(await one(id)).toMatchObject({ remaining_amount: '700.00', left_on: '2026-03-09' });
    expect((await undo(id, staff)).status).toBe(200);
    // What a refund has forgiven stays forgiven.
    const named = { resource: 'adult-course', related_record: id, reason: 'Ill' };
    await client.create(refunds, { ...named, amount: '100', forgive: true });
    expect(await withdraw(id, left('899.99'), staff)).toMatchObject(refused);
    expect((await withdraw(id, left('900'), staff)).status).toBe(200);
  });
});

describe('a transfer', () => {
  const to = (given: object = {}) => {
    const {
      student: _student,
      payment_method: _method,
      ...body
    } = factory.enrolment('kids-course', '0', {
      price: '800',
      paid_amount: '300',
    });
    return { resource: 'kids-course', body: { ...body, ...given } };
  };

  it('moves the money by credit, past the drawer', async () => {
    const { id, student } = await enrol(client, '1000', '600', factory);
    const lines = () =>
      server.queryAsOwner('select count(*)::int as count from drawer_line where branch_id = $1', [
        String(client.branchId),
      ]);
    const before = await lines();
    const answer = await client.send('POST', transferPath(courses, id), {
      withdraw: left('100', { refund: { amount: '150' } }),
      to: to(),
    });
    expect(answer.status).toBe(200);
    expect(recordsIn(answer.body)).toMatchObject([
      { resource: 'kids-course', record: { student, paid_amount: '300.00', payment_method: 'credit' } },
      { resource: 'adult-course', record: { id, left_on: '2026-03-09' } },
      { resource: 'refund', record: { amount: '150.00', payment_method: 'cash' } },
      { resource: 'refund', record: { amount: '350.00', payment_method: 'credit' } },
    ]);
    expect(await creditOf(student)).toBe('50.00');
    const after = await lines();
    expect(Number(after[0]?.count) - Number(before[0]?.count)).toBe(1);
  });

  it('is written wholly or not at all, with each problem at its place', async () => {
    const made = await enrol(client, '1000', '600', factory);
    const send = (body: object) => client.send('POST', transferPath(courses, made.id), body);
    const { id: other } = await client.create(students, factory.student());
    const cases: [object, string][] = [
      [{ withdraw: left('2000'), to: to() }, 'withdraw.keep'],
      [{ withdraw: left('600'), to: to() }, 'to.payment_method'],
      [{ withdraw: left('0'), to: to({ price: 'x' }) }, 'to.price'],
      [{ withdraw: left('0'), to: to({ paid_amount: '900' }) }, 'to.paid_amount'],
      [{ withdraw: left('0'), to: to({ student: other }) }, 'to.student'],
      [{ withdraw: left('0'), to: { resource: 'book-payout', body: {} } }, 'to.resource'],
      [{ withdraw: { ...left('0'), left_on: 'x' }, to: to() }, 'withdraw.left_on'],
    ];
    for (const [body, field] of cases) {
      const answer = await send(body);
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
    }
    expect(await one(made.id)).toEqual(made);
    const cash = await send({ withdraw: left('0', { credit: '600' }), to: to({ payment_method: 'cash' }) });
    expect(cash.status).toBe(200);
    expect(await creditOf(made.student)).toBe('600.00');
  });
});

describe('the return of books', () => {
  const back = (id: string, body: object, by = client) => by.send('POST', returnPath(id), body);

  it('brings copies into the stock, forgives their price and pays back', async () => {
    const { id: student } = await client.create(students, factory.student());
    const first = await payable(client, 'book-payout', { price: '100' }, factory);
    const payout = await client.create(
      payouts,
      factory.bookPayout(String(first.book), student, { quantity: '3', paid_amount: '250' }),
    );
    const book = async () => (await client.get(`/books/${first.book}/`)).body;
    const before = await book();
    const answer = await back(payout.id, {
      quantity: '2',
      refund: { amount: '100' },
      credit: '50',
      reason: 'Torn',
      custom_date: '2026-03-09',
    });
    expect(answer.status).toBe(200);
    expect(recordsIn(answer.body)).toMatchObject([
      {
        resource: 'book-payout',
        record: {
          quantity: '3',
          returned: '2',
          forgiven: '200.00',
          refunded: '150.00',
          remaining_amount: '0.00',
        },
      },
      { resource: 'refund', record: { amount: '100.00' } },
      { resource: 'refund', record: { amount: '50.00' } },
    ]);
    const after = await book();
    expect(Number(after.quantity) - Number(before.quantity)).toBe(2);
    expect((await back(payout.id, { quantity: '2', reason: 'Torn' })).body).toEqual({
      quantity: ['Only 1 copy is out.'],
    });
    expect((await client.send('PATCH', `${payouts}${payout.id}/`, { quantity: '1' })).status).toBe(400);
    expect((await client.send('POST', undoReturnPath(payout.id), {})).status).toBe(200);
    expect(await one(payout.id, payouts)).toMatchObject({
      returned: '0',
      forgiven: '0.00',
      refunded: '0.00',
      remaining_amount: '50.00',
    });
    expect(await book()).toMatchObject({ quantity: before.quantity, profit: before.profit });
    expect((await client.send('POST', undoReturnPath(payout.id), {})).status).toBe(409);
  });

  it('is undone from the last one back, and not after a payment', async () => {
    const payout = await payable(client, 'book-payout', { price: '100' }, factory);
    const quantity = { quantity: '3' };
    expect((await client.send('PATCH', `${payouts}${payout.id}/`, quantity)).status).toBe(200);
    const undoLast = async () => (await client.send('POST', undoReturnPath(payout.id), {})).status;
    for (const reason of ['Torn', 'Wet'])
      expect((await back(payout.id, { quantity: '1', reason })).status).toBe(200);
    const payment = await client.create(payouts, installment(payout.id, '10'));
    expect(await undoLast()).toBe(409);
    await client.send('DELETE', `${payouts}${payment.id}/`);
    expect([await undoLast(), await undoLast(), await undoLast()]).toEqual([200, 200, 409]);
    expect(await one(payout.id, payouts)).toMatchObject({ returned: '0', forgiven: '0.00' });
  });

  it('of unpaid copies pays nothing back', async () => {
    const payout = await payable(client, 'book-payout', { price: '100' }, factory);
    expect((await back(payout.id, { quantity: '1', reason: 'Torn' })).status).toBe(200);
    expect(await one(payout.id, payouts)).toMatchObject({ remaining_amount: '0.00', returned: '1' });
  });
});
