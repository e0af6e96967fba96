import { describe, expect, it } from 'vitest';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { permissions } from '#contract/permissions.ts';
import { withdrawPath } from '#contract/withdrawals.ts';
import { courses, enrol, installment, payable, refunds } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withDesk } from './with-server.ts';

const { server, manager: client, staff, factory } = withDesk();

const back = (related: string, amount: string, given: object = {}) => ({
  resource: 'adult-course',
  related_record: related,
  amount,
  reason: 'Ill',
  ...given,
});
const one = async (id: string, path: string = courses) => (await client.get(`${path}${id}/`)).body;

describe('a refund', () => {
  it('is owed again, or not owed any more', async () => {
    const { id } = await enrol(client, '1000', '400', factory);
    await client.create(courses, installment(id, '300'));
    const made = await client.create(refunds, back(id, '100'));
    expect(made).toMatchObject({
      resource: 'adult-course',
      related_record: id,
      payable: id,
      amount: '100.00',
      payment_method: 'cash',
      forgive: false,
      receipt_number: expect.stringMatching(/^R-\d+$/),
      student: expect.any(String),
      student_data: { name: expect.any(String) },
      related_title: expect.any(String),
    });
    expect(await one(id)).toMatchObject({ remaining_amount: '400.00', refunded: '100.00', forgiven: '0.00' });
    await client.create(refunds, back(id, '150', { forgive: true }));
    expect(await one(id)).toMatchObject({
      remaining_amount: '400.00',
      refunded: '250.00',
      forgiven: '150.00',
      kept: null,
      left_on: null,
    });
    expect((await client.send('PATCH', `${courses}${id}/`, { price: '500' })).body).toEqual({
      price: [
        "L.E. 450.00 was paid already, and L.E. 150.00 is no longer owed. The price can't be less than both.",
      ],
    });
  });

  it('keeps the name that the branch had when it was recorded', async () => {
    const { id } = await enrol(client, '1000', '400', factory);
    const rename = (name: string) => {
      server.clock.now = new Date(server.clock.now.getTime() + 1_000);
      return client.send('PATCH', SETTINGS_PATH, { name });
    };
    await rename('Dokki');
    const early = await client.create(refunds, back(id, '100'));
    await client.send('PATCH', SETTINGS_PATH, { receipt_footer: 'Thanks' });
    await rename('Maadi');
    const late = await client.create(refunds, back(id, '100'));
    await rename('Zamalek');
    const nameOn = async (refund: { id: string }) => (await one(refund.id, refunds)).branch_name;
    expect([early.branch_name, late.branch_name]).toEqual(['Dokki', 'Maadi']);
    expect([await nameOn(early), await nameOn(late)]).toEqual(['Dokki', 'Maadi']);
    const { results } = (await client.get(`${refunds}?payable=${id}`)).body;
    expect(results).toMatchObject([{ branch_name: 'Maadi' }, { branch_name: 'Dokki' }]);
  });

  it('of staff erases no debt: what they took today goes back only to be owed again', async () => {
    const { id } = await enrol(client, '3000', '0', factory);
    await staff.create(courses, installment(id, '2900'));
    const refused = { status: 403, body: { detail: permissions['refunds.any'].refusal } };
    for (const payment_method of ['cash', 'credit']) {
      const given = { forgive: true, payment_method };
      expect(await staff.send('POST', refunds, back(id, '2900', given)), payment_method).toMatchObject(
        refused,
      );
    }
    // Their own enrolment of today as far as they may give a discount, in all.
    await client.send('PATCH', SETTINGS_PATH, { staff_discount_limit: '10' });
    const mine = await enrol(staff, '1000', '1000', factory);
    const tooMuch = { status: 403, body: { detail: permissions['discounts.any'].refusal } };
    expect(await staff.send('POST', refunds, back(mine.id, '500', { forgive: true }))).toMatchObject(tooMuch);
    await staff.create(refunds, back(mine.id, '60', { forgive: true }));
    expect(await staff.send('POST', refunds, back(mine.id, '50', { forgive: true }))).toMatchObject(tooMuch);
    // A refund of a manager that forgives, given to the staff's hands by a change.
    const forgiven = await client.create(refunds, back(id, '100', { forgive: true }));
    const change = { amount: '2900', base: { amount: '100.00' } };
    expect((await staff.send('PATCH', `${refunds}${forgiven.id}/`, change)).status).toBe(403);
    const owedAgain = await staff.create(refunds, back(id, '2700'));
    expect(owedAgain).toMatchObject({ forgive: false });
    expect(await one(id)).toMatchObject({ remaining_amount: '2800.00', forgiven: '100.00' });
    // A book for nothing.
    const payout = await payable(staff, 'book-payout', { price: '60', paid: '60' }, factory);
    const free = back(payout.id, '60', { resource: 'book-payout', forgive: true });
    expect(await staff.send('POST', refunds, free)).toMatchObject(tooMuch);
  });

  it('names an installment, and is numbered or takes the number of the paper', async () => {
    const { id } = await enrol(client, '1000', '0', factory);
    const part = await client.create(courses, installment(id, '300'));
    const made = await client.create(refunds, back(part.id, '300', { receipt_number: 'P-7' }));
    expect(made).toMatchObject({ related_record: part.id, payable: id, receipt_number: 'P-7' });
    expect(await one(id)).toMatchObject({ remaining_amount: '1000.00', refunded: '300.00' });
    expect(await one(part.id)).toMatchObject({ refunded: null, forgiven: null, remaining_amount: null });
    await client.create(courses, installment(id, '500'));
    const removed = await client.send('DELETE', `${courses}${part.id}/`);
    expect([removed.status, removed.body.detail]).toEqual([409, expect.stringContaining('1 refund')]);
    const numbers = [await client.create(refunds, back((await enrol(client, '50', '50')).id, '10'))];
    numbers.push(await client.create(refunds, back((await enrol(client, '50', '50')).id, '10')));
    const [first, second] = numbers.map(({ receipt_number }) => Number(String(receipt_number).slice(2)));
    expect(second).toBe((first ?? 0) + 1);
  });

  it('is never more than was paid in all less what was paid back', async () => {
    const { id } = await enrol(client, '1000', '700', factory);
    await expectAnswer(client.send('POST', refunds, back(id, '700.01')), 400, {
      amount: ['At most L.E. 700.00 can be paid back.'],
    });
    await client.create(refunds, back(id, '700'));
    const more = await client.send('POST', refunds, back(id, '0.01'));
    expect(more.body).toEqual({ amount: ['Nothing was paid that could be paid back.'] });
    const none = await client.send('POST', refunds, back(id, '0'));
    expect(none.body).toEqual({ amount: ['Enter an amount above zero'] });
  });

  it('of something else is refused at its place', async () => {
    const unknown = await client.send('POST', refunds, back('999999', '1'));
    expect(Object.keys(unknown.body)).toEqual(['related_record']);
    const other = await client.send('POST', refunds, back('1', '1', { resource: 'expense' }));
    expect(Object.keys(other.body)).toEqual(['resource']);
    const method = await client.send(
      'POST',
      refunds,
      back((await enrol(client, '9', '9')).id, '1', { payment_method: 'gold' }),
    );
    expect(Object.keys(method.body)).toEqual(['payment_method']);
  });

  it('that was paid again is not taken back', async () => {
    const { id } = await enrol(client, '100', '100', factory);
    const made = await client.create(refunds, back(id, '60'));
    await client.create(courses, installment(id, '50'));
    const sentence = 'It was paid again since. At least L.E. 50.00 of this refund stays.';
    await expectAnswer(client.send('DELETE', `${refunds}${made.id}/`), 409, sentence);
    expect((await client.send('PATCH', `${refunds}${made.id}/`, { amount: '40' })).body).toEqual({
      amount: [sentence],
    });
    expect((await client.send('PATCH', `${refunds}${made.id}/`, { amount: '50' })).status).toBe(200);
  });

  it('keeps its payments: none becomes less than what was paid back', async () => {
    const { id } = await enrol(client, '1000', '100', factory);
    const part = await client.create(courses, installment(id, '200'));
    await client.create(refunds, back(id, '250'));
    const sentence = "L.E. 250.00 of it was paid back. It can't be less.";
    for (const record of [id, part.id])
      expect((await client.send('PATCH', `${courses}${record}/`, { paid_amount: '49' })).body).toEqual({
        paid_amount: [sentence],
      });
    await expectAnswer(client.send('DELETE', `${courses}${part.id}/`), 409, sentence);
    const whole = await enrol(client, '10', '10', factory);
    await client.create(refunds, back(whole.id, '10'));
    expect((await client.send('DELETE', `${courses}${whole.id}/`)).body.detail).toContain('has 1 refund');
    expect((await client.send('PATCH', `${courses}${part.id}/`, { paid_amount: '150' })).status).toBe(200);
  });

  it('is found by student, kind, record, method, month and recorder, and summed', async () => {
    const { id, student } = await enrol(client, '1000', '700', factory);
    await client.create(refunds, back(id, '10'));
    await client.create(refunds, back(id, '20', { receipt_number: 'XQ-55' }));
    const listed = async (query: string) => (await client.listAll(`${refunds}?${query}`)).length;
    expect(await listed(`student=${student}`)).toBe(2);
    expect(await listed(`payable=${id}&resource=adult-course`)).toBe(2);
    expect(await listed(`payable=${id}&resource=bus`)).toBe(0);
    expect(await listed('search=XQ-55')).toBe(1);
    expect(await listed(`student=${student}&payment_method=cash`)).toBe(2);
    expect(await listed(`student=${student}&recorded_by=${client.userId}`)).toBe(2);
    expect((await client.get(`${refunds}?payable=${id}&totals=true`)).body).toMatchObject({
      totals: { amount: '30.00' },
      totals_by_method: { cash: '30.00' },
    });
  });

  it('follows its enrolment to another student', async () => {
    const { id } = await enrol(client, '1000', '700', factory);
    const made = await client.create(refunds, back(id, '10'));
    const { id: other } = await client.create('/students/', factory.student());
    expect((await client.send('PATCH', `${courses}${id}/`, { student: other })).status).toBe(200);
    expect(await one(made.id, refunds)).toMatchObject({ student: other });
    expect((await client.send('DELETE', `/students/${other}/`)).body.detail).toContain('1 refund');
  });

  it('races others of the same record: together they never exceed what was paid', async () => {
    const { id } = await enrol(client, '100', '100', factory);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.send('POST', refunds, back(id, '30'))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
    expect(await one(id)).toMatchObject({ refunded: '90.00' });
  });
});

describe('staff', () => {
  const refused = { status: 403, body: { detail: permissions['refunds.any'].refusal } };

  it('pay nothing back twice: what a manager paid back of it today is gone, also for a delete', async () => {
    const { id } = await enrol(client, '1000', '500', factory);
    const part = await staff.create(courses, installment(id, '100'));
    await client.create(refunds, back(id, '100'));
    expect(await staff.send('POST', refunds, back(id, '1'))).toMatchObject(refused);
    const path = `${courses}${part.id}/`;
    expect(await staff.send('PATCH', path, { paid_amount: '1' })).toMatchObject(refused);
    expect(await staff.send('DELETE', path)).toMatchObject(refused);
    expect((await client.send('DELETE', path)).status).toBe(200);
  });

  it('pay back as it was paid: what came by card does not go out in cash, by whatever call', async () => {
    await client.send('PATCH', '/branch/settings/', {
      payment_methods: [{ id: 'card', name: 'Card', kind: 'card' }],
    });
    const byCard = { payment_method: 'card' };
    const course = async () => {
      const { id } = await enrol(staff, '300', '50', factory);
      await staff.create(courses, installment(id, '100', byCard));
      return id;
    };
    const id = await course();
    const made = await staff.create(refunds, back(id, '60', byCard));
    const leave = { left_on: '2026-03-10', keep: '0', reason: 'x', refund: { amount: '150' } };
    const cash: readonly (readonly ['POST' | 'PATCH', string, object])[] = [
      ['POST', refunds, back(id, '51')],
      ['PATCH', `${refunds}${made.id}/`, { payment_method: 'cash' }],
      ['PATCH', `${refunds}${made.id}/`, { payment_method: 'cash', amount: '55' }],
      ['POST', withdrawPath(courses, await course()), leave],
    ];
    const refusal = 'It was not paid like this today. Pay it back as it was paid, or ask a manager.';
    for (const [method, path, body] of cash)
      expect([path, (await staff.send(method, path, body)).body.detail]).toEqual([path, refusal]);
    expect(
      (await staff.send('PATCH', `${refunds}${made.id}/`, { payment_method: 'cash', amount: '50' })).status,
    ).toBe(200);
    expect((await staff.send('POST', refunds, back(id, '100', byCard))).status).toBe(201);
  });
});
