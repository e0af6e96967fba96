import { describe, expect, it } from 'vitest';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { DEBTS_PATH, debtOfStudent } from '#contract/debts.ts';
import { sumsOf, WITHOUT_FILTERS } from '#contract/report-sums.ts';
import { REPORTS_PATH, report } from '#contract/reports.ts';
import { withdrawPath } from '#contract/withdrawals.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { courses, installment, payouts, refunds, stock, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const factory = branchFactory(81);
const { server, client } = withBranch(() =>
  client.create('/month/', { name: 'March' }).then(() => undefined),
);

const newStudent = async () => (await client.create(students, factory.student())).id;
const enrol = async (student: string, money: Record<string, unknown>) =>
  (await client.create(courses, factory.enrolment('adult-course', student, money))).id;
const payBack = (id: string, amount: string, more: Record<string, unknown> = {}) =>
  client.create(refunds, { resource: 'adult-course', related_record: id, amount, reason: 'Ill', ...more });
const read = async (student: string) =>
  debtOfStudent.parse((await client.get(`${DEBTS_PATH}${student}/`)).body);
const linesOf = async (student: string) =>
  ((await read(student)).statement ?? []).map(({ type, owed, credit, remaining, credit_left, reversed }) =>
    reversed ? [type, owed, 'taken back'] : [type, owed, remaining, credit, credit_left],
  );
const reportOf = async (from: string, until: string) =>
  report.parse((await client.get(`${REPORTS_PATH}?from=${from}&until=${until}`)).body);

describe('the statement of a student', () => {
  it('has every movement of what is owed and of credit, and ends at what remains', async () => {
    const student = await newStudent();
    await client.send('PATCH', SETTINGS_PATH, { discount_reasons: [{ id: 'sibling', name: 'Sibling' }] });
    const id = await enrol(student, {
      price: '900',
      list_price: '1000',
      discount: '100',
      discount_reason: 'sibling',
      paid_amount: '300',
    });
    await client.create(courses, installment(id, '400'));
    await payBack(id, '250', { payment_method: 'credit', forgive: true });
    await enrol(student, { price: '100', paid_amount: '100', payment_method: 'credit' });
    await client.create(refunds, { resource: 'student', related_record: student, amount: '50', reason: 'x' });
    expect(await linesOf(student)).toEqual([
      ['price', '1000.00', '1000.00', '0.00', '0.00'],
      ['discount', '-100.00', '900.00', '0.00', '0.00'],
      ['payment', '-300.00', '600.00', '0.00', '0.00'],
      ['payment', '-400.00', '200.00', '0.00', '0.00'],
      ['credit_refund', '250.00', '450.00', '250.00', '250.00'],
      ['forgiven', '-250.00', '200.00', '0.00', '250.00'],
      ['price', '100.00', '300.00', '0.00', '250.00'],
      ['credit_payment', '-100.00', '200.00', '-100.00', '150.00'],
      ['credit_payout', '0.00', '200.00', '-50.00', '100.00'],
    ]);
    const { body } = await client.get(`${courses}${id}/`);
    expect(body).toMatchObject({ remaining_amount: '200.00', refunded: '250.00', forgiven: '250.00' });
    expect((await client.get(`${students}${student}/`)).body.credit).toBe('100.00');
  });

  it('leads to the record of each line, which is the enrolment where a student left', async () => {
    const student = await newStudent();
    const id = await enrol(student, { price: '500', paid_amount: '200' });
    const payment = (await client.create(courses, installment(id, '100'))).id;
    const refund = { amount: '200' };
    const { status } = await client.send('POST', withdrawPath(courses, id), {
      ...{ left_on: '2026-03-10', keep: '100', reason: 'Moved', refund },
    });
    expect(status).toBe(200);
    const records = ((await read(student)).statement ?? []).map(({ type, record }) => [
      type,
      record?.resource,
      record?.id,
    ]);
    const enrolled = ['adult-course', id];
    const [back] = await client.listAll(refunds);
    expect(records).toEqual([
      ['price', ...enrolled],
      ['payment', ...enrolled],
      ['payment', 'adult-course', payment],
      ['refund', 'refund', back?.id],
      ['forgiven', ...enrolled],
    ]);
  });

  it('shows a changed payment as taken back and made again, by whom, and a deleted enrolment as gone', async () => {
    const student = await newStudent();
    const id = await enrol(student, { price: '500', paid_amount: '300' });
    await client.send('PATCH', `${courses}${id}/`, { paid_amount: '200', base: { paid_amount: '300.00' } });
    expect(await linesOf(student)).toEqual([
      ['price', '500.00', '500.00', '0.00', '0.00'],
      ['payment', '-300.00', 'taken back'],
      ['payment', '300.00', 'taken back'],
      ['payment', '-200.00', '300.00', '0.00', '0.00'],
    ]);
    const [, first, reversal] = (await read(student)).statement ?? [];
    expect(reversal).toMatchObject({ reverses: first?.id, by: expect.stringMatching(/./) });
    await client.send('PATCH', `${courses}${id}/`, { price: '450', base: { price: '500.00' } });
    expect((await linesOf(student)).map(([type, owed, left]) => [type, owed, left])).toEqual([
      ['price', '500.00', 'taken back'],
      ['price', '-500.00', 'taken back'],
      ['price', '450.00', '450.00'],
      ['payment', '-300.00', 'taken back'],
      ['payment', '300.00', 'taken back'],
      ['payment', '-200.00', '250.00'],
    ]);
    await client.send('DELETE', `${courses}${id}/`);
    expect((await linesOf(student)).every(([, , left]) => left === 'taken back')).toBe(true);
  });

  it('names the book, and at credit that paid for a sibling whose it was and for whom it was used', async () => {
    const father_phone = '01077000001';
    const [owner, sibling] = await Promise.all(
      ['Mona', 'Adel'].map((name) => client.create(students, factory.student({ name, father_phone }))),
    );
    if (!owner || !sibling) throw new Error('The students were not created');
    await payBack(await enrol(owner.id, { price: '300', paid_amount: '300' }), '200', {
      payment_method: 'credit',
      forgive: true,
    });
    const book = await stock(client, 5, { name: 'Starter 1', sell_price: '80' }, factory);
    const byCredit = { price: '80', paid_amount: '80', payment_method: 'credit' };
    await client.create(payouts, factory.bookPayout(book, sibling.id, { quantity: '1', ...byCredit }));
    const line = { type: 'credit_payment', book: 'Starter 1' };
    expect((await read(owner.id)).statement?.at(-1)).toMatchObject({
      ...{ ...line, owed: '0.00', credit: '-80.00', credit_left: '120.00' },
      other_student: { id: sibling.id, name: 'Adel' },
    });
    expect((await read(sibling.id)).statement?.at(-1)).toMatchObject({
      ...{ ...line, owed: '-80.00', credit: '0.00', remaining: '0.00' },
      other_student: { id: owner.id, name: 'Mona' },
    });
    expect((await read(owner.id)).statement?.[0]).toMatchObject({ other_student: null, book: null });
  });

  it('follows an enrolment that is given to another student, and shows there only what is theirs', async () => {
    const [wrong, right] = [await newStudent(), await newStudent()];
    const id = await enrol(wrong, { price: '500', paid_amount: '100' });
    await client.create(courses, installment(id, '50'));
    await client.send('PATCH', `${courses}${id}/`, { student: right, base: { student: wrong } });
    expect((await linesOf(wrong)).every(([, , left]) => left === 'taken back')).toBe(true);
    expect(await linesOf(right)).toEqual([
      ['price', '500.00', '500.00', '0.00', '0.00'],
      ['payment', '-100.00', '400.00', '0.00', '0.00'],
      ['payment', '-50.00', '350.00', '0.00', '0.00'],
    ]);
  });
});

describe('figures that are sums of movements', () => {
  it('what is owed at the end of a day is never below zero, while a student leaves', async () => {
    server.clock.now = new Date('2026-03-10T08:00:00Z');
    const id = await enrol(await newStudent(), {
      price: '1000',
      paid_amount: '1000',
      custom_date: '2026-03-02',
    });
    await client.must('POST', withdrawPath(courses, id), {
      left_on: '2026-03-05',
      keep: '700',
      reason: 'Moved',
      refund: { amount: '300' },
    });
    for (const day of ['2026-03-01', '2026-03-02', '2026-03-05', '2026-03-07', '2026-03-10'])
      expect([day, (await reportOf('2026-03-01', day)).debts]).toEqual([day, '0.00']);
  });

  it('what goes back, and what is not owed any more, is of the day of leaving, at the latest of today', async () => {
    server.clock.now = new Date('2026-03-10T08:00:00Z');
    const days = async (left_on: string) => {
      const student = await newStudent();
      const id = await enrol(student, { price: '1000', paid_amount: '1000', custom_date: '2026-03-02' });
      const body = { left_on, keep: '700', reason: 'Moved', refund: { amount: '200' }, credit: '100' };
      expect((await client.send('POST', withdrawPath(courses, id), body)).status).toBe(200);
      const { statement = [] } = await read(student);
      return statement.slice(2).map(({ type, day }) => [type, day]);
    };
    for (const [left, day] of [
      ['2026-03-05', '2026-03-05'],
      ['2026-04-01', '2026-03-10'],
    ] as const)
      expect(await days(left)).toEqual([
        ['refund', day],
        ['credit_refund', day],
        ['forgiven', day],
      ]);
  });

  it('credit is income once: what was moved by credit is in neither income nor what was paid back', async () => {
    const student = await newStudent();
    const id = await enrol(student, { price: '1000', paid_amount: '1000' });
    await payBack(id, '300', { payment_method: 'credit', forgive: true });
    await enrol(student, { price: '200', paid_amount: '200', payment_method: 'credit' });
    await client.create(refunds, { resource: 'student', related_record: student, amount: '50', reason: 'x' });
    const sums = sumsOf(await reportOf('2026-03-01', '2026-03-31'), WITHOUT_FILTERS);
    expect(sums).toMatchObject({
      income: 100_000n,
      byCredit: 20_000n,
      paidBack: 5_000n,
      credit: -5_000n,
      result: 90_000n,
    });
    const [month] = await client.listAll('/month/');
    expect(month).toMatchObject({ revenue: '900.00', total_net_profit: '900.00' });
  });

  it('a refund that is not owed any more reopens no part of a plan, and breaks no promise', async () => {
    const student = await newStudent();
    const id = await enrol(student, { price: '400', paid_amount: '0' });
    const parts = [
      { due_day: '2026-04-01', amount: '200' },
      { due_day: '2026-05-01', amount: '200' },
    ];
    await client.create('/plans/', { student, enrolment: id, parts });
    await client.create('/promises/', { student, due_day: '2026-03-30', amount: '200' });
    server.clock.now = new Date(server.clock.now.getTime() + 1_000);
    await client.create(courses, installment(id, '200'));
    const paid = async () => {
      const { plans, promises } = await read(student);
      return [plans[0]?.parts.map((part) => part.paid), plans[0]?.over, promises[0]?.state];
    };
    expect(await paid()).toEqual([['200.00', '0.00'], '0.00', 'kept']);
    await payBack(id, '200', { forgive: true });
    expect(await paid()).toEqual([['200.00', '0.00'], '0.00', 'kept']);
    await payBack(await enrol(student, { price: '50', paid_amount: '50' }), '50');
    expect((await paid())[2]).toBe('kept');
  });
});
