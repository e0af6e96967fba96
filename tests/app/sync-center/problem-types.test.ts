import { describe, expect, it } from 'vitest';
import { problemOf } from '#app/sync-center/problems/problem-types.ts';
import type { Month } from '#contract/month.ts';
import { cardOf, type RejectedMutation, rejectedEntry, serverState } from './rejected-entries.ts';

const course = {
  id: '9',
  student: 's1',
  student_data: { name: 'Mona Adel' },
  receipt_number: '1041',
  price: '3000.00',
  paid_amount: '1000.00',
  remaining_amount: '300.00',
  is_installment: false,
  related_record: null,
  month: 'm1',
};
const book = { id: 'b1', name: 'Starter One', quantity: '2', sell_price: '80.00' };
const month = (id: string, name: string, status: 'running' | 'ended') => ({ id, name, status }) as Month;
const november = month('m1', 'November', 'ended');
const december = month('m2', 'December', 'running');

const installment = (paid: string, more: Partial<RejectedMutation> = {}) =>
  rejectedEntry({
    resource: 'adult-course',
    body: { is_installment: true, related_record: '9', receipt_number: '1042', paid_amount: paid },
    status: 400,
    fields: ['paid_amount'],
    ...more,
  });

describe('somebody else took the money', () => {
  it('price, paid, what remains and what was asked; one tap takes what remains', () => {
    const card = cardOf(installment('500.00'), serverState({ related: course }));
    expect(card.asked).toEqual(['Receipt Number: 1042', 'Paid Amount: L.E. 500.00']);
    expect(card.server).toEqual([
      'Price: L.E. 3,000.00',
      'Paid so far: L.E. 2,700.00',
      'Remaining Amount: L.E. 300.00',
    ]);
    expect(card.todo).toBe(
      'L.E. 300.00 remains, L.E. 500.00 was taken here. Record what remains and give L.E. 200.00 back, or change it.',
    );
    expect(card.ways).toEqual(['Take L.E. 300.00 instead', 'Edit']);
    expect(card.writes).toMatchObject([
      {
        kind: 'create',
        body: { related_record: '9', receipt_number: '1042', paid_amount: '300.00', is_installment: true },
      },
    ]);
  });

  it('nothing remains: nothing can be taken instead', () => {
    const card = cardOf(
      installment('500.00'),
      serverState({ related: { ...course, remaining_amount: '0.00' } }),
    );
    expect(card.todo).toBe('Nothing remains to be paid. Give the money back, then discard this.');
    expect(card.ways).toEqual(['Edit']);
    expect(card.discards).toBe(true);
  });

  it('it fits by now: to send it again comes first', () => {
    const card = cardOf(installment('300.00'), serverState({ related: course }));
    expect(card.ways).toEqual(['Send again', 'Edit']);
  });

  it('nobody knows what remains: no amount is made up', () => {
    expect(cardOf(installment('500.00'))).toMatchObject({ server: [], ways: ['Edit'] });
  });

  it('an edited installment may take what remains with what it had', () => {
    const target = {
      ...course,
      id: '10',
      is_installment: true,
      related_record: '9',
      price: null,
      paid_amount: '200.00',
    };
    const row = rejectedEntry({
      resource: 'adult-course',
      kind: 'update',
      before: target,
      body: { related_record: '9', receipt_number: '1042', paid_amount: '900.00' },
      status: 400,
      fields: ['paid_amount'],
    });
    expect(cardOf(row, serverState({ target, related: course })).ways[0]).toBe('Take L.E. 500.00 instead');
  });

  it('an edited enrolment: its price less its installments', () => {
    const row = rejectedEntry({
      resource: 'adult-course',
      kind: 'update',
      before: course,
      body: { price: '2500.00', paid_amount: '1000.00' },
      status: 400,
      fields: ['paid_amount'],
    });
    // 1,700 of 3,000 came by installments: of 2,500 only 800 are left for its own payment.
    const card = cardOf(row, serverState({ target: course }));
    expect(card.ways[0]).toBe('Take L.E. 800.00 instead');
    expect(card.writes).toMatchObject([
      { kind: 'update', body: { price: '2500.00', paid_amount: '800.00' } },
    ]);
  });

  it('a payout: the price of its copies as the book costs now', () => {
    const row = rejectedEntry({
      resource: 'book-payout',
      body: { book: 'b1', student: 's1', quantity: '2', paid_amount: '200.00' },
      status: 400,
      fields: ['paid_amount'],
    });
    const card = cardOf(row, serverState({ related: book }));
    expect(card.server).toEqual(['Price: L.E. 160.00']);
    expect(card.ways[0]).toBe('Take L.E. 160.00 instead');
  });
});

it('an order is paid, not taken', () => {
  const row = rejectedEntry({
    resource: 'book-order',
    body: { book: 'b1', quantity: '5', price: '200.00', paid_amount: '250.00' },
    status: 400,
    fields: ['paid_amount'],
  });
  expect(cardOf(row)).toMatchObject({
    todo: 'L.E. 200.00 is the most that can be paid, L.E. 250.00 was entered. Put it right.',
    ways: ['Pay L.E. 200.00 instead', 'Edit'],
    // The price was entered here as well: it is nothing that the server has.
    server: [],
  });
});

describe('the stock ran out', () => {
  const payout = (quantity: string, paid: string, more: Partial<RejectedMutation> = {}) =>
    rejectedEntry({
      resource: 'book-payout',
      body: { book: 'b1', student: 's1', quantity, paid_amount: paid },
      status: 400,
      fields: ['quantity'],
      ...more,
    });

  it('in stock and asked; one tap pays out what is there, or more is ordered', () => {
    const card = cardOf(payout('3', '160.00'), serverState({ related: book }));
    expect(card.asked).toEqual(['Student: s1', 'Paid Amount: L.E. 160.00', 'Quantity: 3']);
    expect(card.server).toEqual(['Sell Price: L.E. 80.00', 'In stock: 2']);
    expect(card.ways).toEqual(['Pay out 2 instead', 'Edit', 'Order more', 'Send again']);
    expect(card.writes).toMatchObject([{ body: { quantity: '2', paid_amount: '160.00', book: 'b1' } }]);
    expect(card.all).toContainEqual({
      kind: 'navigate',
      label: 'Order more',
      path: '/books/order/add-order',
    });
  });

  it('fewer copies cost less: the one tap says what is taken for them', () => {
    const card = cardOf(payout('3', '240.00'), serverState({ related: book }));
    expect(card.ways[0]).toBe('Pay out 2 and take L.E. 160.00 instead');
    expect(card.writes).toMatchObject([{ body: { quantity: '2', paid_amount: '160.00' } }]);
  });

  it('none left, and enough by now', () => {
    expect(cardOf(payout('3', '0.00'), serverState({ related: { ...book, quantity: '0' } }))).toMatchObject({
      todo: 'None is left. Order more and send this again, or discard it.',
      ways: ['Order more', 'Send again', 'Edit'],
    });
    expect(cardOf(payout('3', '0.00'), serverState({ related: { ...book, quantity: '3' } })).ways[0]).toBe(
      'Send again',
    );
  });

  it('a change of a payout may keep the copies it has', () => {
    const target = {
      id: '7',
      book: 'b1',
      student: 's1',
      quantity: '1',
      price: '70.00',
      paid_amount: '70.00',
      remaining_amount: '0.00',
    };
    const row = payout('5', '70.00', { kind: 'update', before: target });
    expect(cardOf(row, serverState({ target, related: book })).ways[0]).toBe('Pay out 3 instead');
  });
});

describe('the month ended meanwhile', () => {
  const change = (body: Record<string, unknown>, before = course) =>
    rejectedEntry({ resource: 'adult-course', kind: 'update', before, body, status: 409 });
  const after = serverState({ target: course, months: [december, november] });

  it('a malformed stored payment offers no installment of the whole amount', () => {
    const target = { ...course, paid_amount: 'abc' };
    const card = cardOf(
      change({ paid_amount: '1200.00' }, target),
      serverState({ target, months: [december, november] }),
    );
    expect(card.ways.join()).not.toMatch(/as an installment/);
  });

  it('more money for a debt: an installment of the running month', () => {
    const card = cardOf(change({ paid_amount: '1200.00', receipt_number: '1050' }), after);
    expect(card.title).toBe('November has ended');
    expect(card.todo).toMatch(/money is final\. Take the new money as an installment; or, to put that month/);
    expect(card.ways).toEqual([
      'Take L.E. 200.00 as an installment in December',
      'Save the rest without the money',
      'Open Work History',
      'Send again',
      'Edit',
    ]);
    expect(card.writes[0]).toEqual({
      kind: 'create',
      body: { is_installment: true, related_record: '9', receipt_number: '1050', paid_amount: '200.00' },
      referenced: { related_record: course },
    });
  });

  it('less money is the ended month’s own: only its re-opening helps; what is no cash can be saved', () => {
    const card = cardOf(change({ paid_amount: '900.00', notes: 'Mistyped' }), after);
    expect(card.ways).toEqual(['Save the rest without the money', 'Open Work History', 'Send again', 'Edit']);
    expect(card.writes).toEqual([{ kind: 'update', body: { notes: 'Mistyped' } }]);
    expect(card.todo).toBe(
      'November has ended, so its money is final. What is not money can be saved now. To change the money, ask a manager to undo the month in Work History, then send this again.',
    );
  });

  it('a delete: undo the month and send again, or keep the record', () => {
    const row = rejectedEntry({ resource: 'adult-course', kind: 'delete', before: course, status: 409 });
    const alone = { ...course, remaining_amount: '2000.00' };
    expect(cardOf(row, serverState({ target: alone, months: [december, november] }))).toMatchObject({
      title: 'November has ended',
      ways: ['Open Work History', 'Send again'],
    });
  });

  it('a delete of what has installments: those come first, in whatever month it is', () => {
    const row = rejectedEntry({ resource: 'adult-course', kind: 'delete', before: course, status: 409 });
    expect(cardOf(row, after).title).toBe('This course is still needed');
  });

  it('a month too long ago to be listed has ended as well', () => {
    const target = { ...course, month: 'm0' };
    expect(cardOf(change({ paid_amount: '900.00' }), serverState({ target, months: [december] })).title).toBe(
      'The month has ended',
    );
  });

  it('the same refusal in a running month, or where nobody knows the month, is another matter', () => {
    const target = { ...course, month: 'm2' };
    expect(
      cardOf(change({ paid_amount: '900.00' }), serverState({ target, months: [december] })).title,
    ).toMatch(/does not go with/);
    expect(cardOf(change({ paid_amount: '900.00' }), serverState({ target: course })).title).toMatch(
      /does not go with/,
    );
  });
});

describe('the record is gone', () => {
  it('a change of it can be recorded as new, with what was seen and what was changed', () => {
    const before = {
      id: 's1',
      name: 'Mona',
      phone: '0100',
      code: 'S-0001',
      created_at: '2026-11-01T08:00:00Z',
    };
    const row = rejectedEntry({
      resource: 'student',
      kind: 'update',
      before,
      body: { name: 'Mona Adel' },
      status: 404,
    });
    const card = cardOf(row, serverState({ target: 'deleted' }));
    expect(card.title).toBe('This student is not there any more');
    expect(card.ways).toEqual(['Record it again as new']);
    expect(card.writes).toMatchObject([{ kind: 'create', body: { name: 'Mona Adel', phone: '0100' } }]);
    expect(card.writes[0]?.body).not.toHaveProperty('code');
  });

  it('what was changed is among what is shown, and what is owed is not: nobody has worked that out', () => {
    const row = rejectedEntry({
      resource: 'adult-course',
      kind: 'update',
      before: course,
      body: { paid_amount: '1200.00' },
      status: 404,
    });
    const { asked } = cardOf(row, serverState({ target: 'deleted' }));
    expect(asked).toEqual([
      'Receipt Number: 1041',
      'Price: L.E. 3,000.00',
      'Paid Amount: L.E. 1,200.00',
      'Student: s1',
    ]);
  });

  it('a delete of it is done', () => {
    const row = rejectedEntry({
      resource: 'student',
      kind: 'delete',
      before: { id: 's1', name: 'Mona' },
      status: 404,
    });
    const card = cardOf(row, serverState({ target: 'deleted' }));
    expect(card.asked).toEqual(['Name: Mona']);
    expect(card.all).toEqual([{ kind: 'mark-as-done', label: 'It is gone: done' }]);
  });

  it('what it belongs to is gone: another is chosen', () => {
    const row = installment('500.00', { fields: ['related_record'] });
    const card = cardOf(
      { ...row, referenced: { related_record: course } },
      serverState({ related: 'deleted' }),
    );
    expect(card.title).toBe('The course is not there any more');
    expect(card.server).toEqual(['Mona Adel, receipt 1041 was deleted.']);
    expect(card.ways).toEqual(['Edit']);
  });

  it('a refused reference that is there is only a field to put right', () => {
    const row = installment('500.00', { fields: ['related_record'] });
    expect(cardOf(row, serverState({ related: course })).title).toBe('One field needs another value');
  });
});

describe('a salary', () => {
  const salary = rejectedEntry({ resource: 'salary', body: { employee: 'e1' }, status: 409 });
  const employee = { id: 'e1', name: 'Sara', salary: '1000.00' };
  const deduction = (id: string, amount: string, settled_by: string | null) => ({
    id,
    employee: 'e1',
    amount,
    settled_by,
  });
  const paid = (month: string | null) => ({
    id: '3',
    employee: 'e1',
    amount: '900.00',
    month,
    created_at: '2026-12-03T08:00:00Z',
  });

  it('a second one in the month: the first is shown and opened', () => {
    const now = serverState({
      related: employee,
      lists: { salary: [paid('m2')], deduction: [] },
      months: [december, november],
    });
    const card = cardOf(salary, now);
    expect(card.title).toBe('There is a salary this month already');
    expect(card.server).toContain('Amount: L.E. 900.00');
    expect(card.all[0]).toEqual({
      kind: 'navigate',
      label: 'Open the one that is there',
      path: '/employees/salaries/edit-salary/3',
    });
  });

  it('deductions over it: both figures', () => {
    const deductions = [
      deduction('1', '700.00', null),
      deduction('2', '400.00', null),
      deduction('3', '900.00', '2'),
    ];
    const now = serverState({
      related: employee,
      lists: { salary: [paid('m1')], deduction: deductions },
      months: [december, november],
    });
    const card = cardOf(salary, now);
    expect(card.title).toBe('The deductions are more than the salary');
    expect(card.server).toEqual(['Salary: L.E. 1,000.00', 'Deductions (2): L.E. 1,100.00']);
    expect(card.todo).toMatch(/^They are L\.E\. 100\.00 too much/);
    expect(card.ways).toEqual(['Open Deductions', 'Send again']);
  });

  it('neither any more: it is sent again', () => {
    const now = serverState({ related: employee, lists: { salary: [], deduction: [] }, months: [december] });
    expect(cardOf(salary, now).ways[0]).toBe('Send again');
  });
});

describe('other refusals', () => {
  it('something hangs on it', () => {
    const row = rejectedEntry({
      resource: 'student',
      kind: 'delete',
      before: { id: 's1', name: 'Mona' },
      status: 409,
    });
    expect(cardOf(row, serverState({ target: { id: 's1', name: 'Mona' } }))).toMatchObject({
      title: 'This student is still needed',
      server: ['Name: Mona'],
      ways: ['See what belongs to it', 'Send again'],
    });
  });

  it('wrong fields are shown with what the server has in them', () => {
    const before = { id: 's1', name: 'Mona', phone: '0100' };
    const row = rejectedEntry({
      resource: 'student',
      kind: 'update',
      before,
      body: { phone: 'none' },
      status: 400,
      fields: ['phone'],
    });
    expect(cardOf(row, serverState({ target: before }))).toMatchObject({
      asked: ['Phone: none'],
      server: ['Phone: 0100'],
    });
  });

  it('of several facts the money is what stands out, and an amount that cannot be read is shown as it is', () => {
    const before = { id: 'd1', employee: 'e1', amount: '90.00', reason: 'Late' };
    const row = rejectedEntry({
      resource: 'deduction',
      kind: 'update',
      before,
      body: { amount: 'ninety', reason: 'Very late' },
      status: 409,
    });
    const [asked] = problemOf(row, serverState({ target: before })).columns;
    expect(asked?.groups[0]).toMatchObject([
      { name: 'amount', field: { kind: 'text' }, strong: true },
      { name: 'reason' },
    ]);
    expect(asked?.groups[0]?.[1]).not.toHaveProperty('strong');
  });

  it.each([400, 403, 409, 413, 422])('%s without more: there is always a way on', (status) => {
    const row = rejectedEntry({ resource: 'student', body: { name: 'Mona' }, status });
    expect(cardOf(row).ways).toContain('Send again');
  });

  it('what it belonged to was discarded here', () => {
    const never = { id: 'new-00000000-0000-4000-8000-000000000002', name: 'Mona' };
    const row = rejectedEntry({
      resource: 'bus',
      body: { student: never.id },
      more: { referenced: { student: never } },
    });
    expect(cardOf(row)).toMatchObject({
      title: 'What this belongs to was never recorded',
      todo: 'The student Mona was discarded on this device before it was sent. Edit this and choose another, or discard it too.',
    });
  });

  it.each([
    ['newer-version', /Update the app/],
    ['unknown-operation', /Update the app/],
    ['unreadable', /kept as it is/],
    ['other-branch', /sign in at that branch/],
  ] as const)('set aside for %s says what to do', (parked, todo) => {
    expect(cardOf(rejectedEntry({ resource: 'student', more: { state: 'blocked', quarantined: parked } })).todo).toMatch(
      todo,
    );
  });
});

describe('nobody knows whether it arrived', () => {
  const unknown = (over: Partial<RejectedMutation>) =>
    rejectedEntry({
      resource: 'adult-course',
      ...over,
      more: { state: 'unknown', asksPerson: true, uncertain: true },
    });
  const payment = unknown({
    body: { is_installment: true, related_record: '9', receipt_number: '1042', paid_amount: '500.00' },
  });
  const there = {
    ...course,
    id: '20',
    is_installment: true,
    related_record: '9',
    receipt_number: '1042',
    paid_amount: '500.00',
    created_at: '2026-11-05T08:00:00Z',
  };
  const other = { ...there, id: '21', receipt_number: '999', paid_amount: '70.00' };

  it('the newest like it is shown; it is settled with that one, or sent again', () => {
    const card = cardOf(payment, serverState({ lists: { 'adult-course': [other, there] } }));
    expect(card.all).toEqual([
      { kind: 'mark-as-done', label: 'It is there: done', record: there },
      { kind: 'send-again', label: 'It is not there: send again' },
    ]);
    expect(card.server).toContain('Paid Amount: L.E. 500.00');
  });

  it('nothing like it: only to send it', () => {
    const card = cardOf(payment, serverState({ lists: { 'adult-course': [other] } }));
    expect(card).toMatchObject({
      server: ['Nothing like it is among the newest records.'],
      ways: ['It is not there: send again'],
    });
    expect(cardOf(payment).server).toEqual(['The newest records could not be read. Look in the list first.']);
  });

  it('a record that settled another entry of this device is no answer to this one', () => {
    const now = serverState({ lists: { 'adult-course': [there] }, acknowledgedIds: new Set(['20']) });
    expect(cardOf(payment, now).ways).toEqual(['It is not there: send again']);
  });

  it('a change that is there already, and one that is not', () => {
    const row = unknown({ kind: 'update', before: course, body: { paid_amount: '1200.00' } });
    expect(cardOf(row, serverState({ target: { ...course, paid_amount: '1200.00' } })).ways[0]).toBe(
      'It is there: done',
    );
    expect(cardOf(row, serverState({ target: course })).ways).toEqual(['It is not changed: send again']);
  });

  it('a delete that was carried out', () => {
    const row = unknown({ kind: 'delete', before: course });
    expect(cardOf(row, serverState({ target: 'deleted' })).ways).toEqual(['It is gone: done']);
    expect(cardOf(row, serverState({ target: course })).ways).toEqual(['It is still there: send again']);
  });
});
