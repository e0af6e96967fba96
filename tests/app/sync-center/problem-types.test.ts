import { describe, expect, it } from 'vitest';
import { problemOf } from '#app/sync-center/problems/problem-types.ts';
import type { Month } from '#contract/month.ts';
import {
  cardOf,
  type RejectedMutation,
  refusedChange,
  refusedCreate,
  refusedDelete,
  rejectedEntry,
  serverState,
} from './rejected-entries.ts';

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

describe('a delete without the reason that a printed receipt needs', () => {
  it('asks for the reason, or keeps the record', () => {
    const entry = refusedDelete('adult-course', course, 400, ['reason']);
    const card = cardOf(entry, serverState({ target: course }));
    expect(card.title).toBe('Deleting it needs a reason');
    expect(card.instruction).toContain('The receipt of this course was printed');
    expect(card.actionLabels).toEqual(['Give a reason', 'Keep the record']);
  });
});

describe('an overpaid amount', () => {
  it('shows price, paid, remaining and entered amounts, and offers to take the remaining amount', () => {
    const card = cardOf(installment('500.00'), serverState({ related: course }));
    expect(card.local).toEqual(['Receipt Number: 1042', 'Paid Amount: L.E. 500.00']);
    expect(card.server).toEqual([
      'Price: L.E. 3,000.00',
      'Paid so far: L.E. 2,700.00',
      'Remaining Amount: L.E. 300.00',
    ]);
    expect(card.instruction).toBe(
      'L.E. 300.00 remains, L.E. 500.00 was taken here. Record what remains and give L.E. 200.00 back, or change it.',
    );
    expect(card.actionLabels).toEqual(['Take L.E. 300.00 instead', 'Edit']);
    expect(card.replacements).toMatchObject([
      {
        kind: 'create',
        body: { related_record: '9', receipt_number: '1042', paid_amount: '300.00', is_installment: true },
      },
    ]);
  });

  it('recommends to discard the payment if nothing remains', () => {
    const card = cardOf(
      installment('500.00'),
      serverState({ related: { ...course, remaining_amount: '0.00' } }),
    );
    expect(card.instruction).toBe('Nothing remains to be paid. Give the money back, then discard this.');
    expect(card.actionLabels).toEqual(['Edit']);
    expect(card.recommendsDiscard).toBe(true);
  });

  it('offers to send again first if the amount fits now', () => {
    const card = cardOf(installment('300.00'), serverState({ related: course }));
    expect(card.actionLabels).toEqual(['Send again', 'Edit']);
  });

  it('offers no amount if the remaining amount is unknown', () => {
    expect(cardOf(installment('500.00'))).toMatchObject({ server: [], actionLabels: ['Edit'] });
  });

  it('adds the previous amount of an edited installment to the remaining amount', () => {
    const target = {
      ...course,
      id: '10',
      is_installment: true,
      related_record: '9',
      price: null,
      paid_amount: '200.00',
    };
    const row = refusedChange(
      'adult-course',
      target,
      { related_record: '9', receipt_number: '1042', paid_amount: '900.00' },
      400,
      ['paid_amount'],
    );
    expect(cardOf(row, serverState({ target, related: course })).actionLabels[0]).toBe(
      'Take L.E. 500.00 instead',
    );
  });

  it('limits an edited enrolment to its price minus its installments', () => {
    const row = refusedChange('adult-course', course, { price: '2500.00', paid_amount: '1000.00' }, 400, [
      'paid_amount',
    ]);
    // 1,700 of 3,000 came by installments: of 2,500 only 800 are left for its own payment.
    const card = cardOf(row, serverState({ target: course }));
    expect(card.actionLabels[0]).toBe('Take L.E. 800.00 instead');
    expect(card.replacements).toMatchObject([
      { kind: 'update', body: { price: '2500.00', paid_amount: '800.00' } },
    ]);
  });

  it('limits a payout to the current price of its copies', () => {
    const row = refusedCreate(
      'book-payout',
      { book: 'b1', student: 's1', quantity: '2', paid_amount: '200.00' },
      400,
      ['paid_amount'],
    );
    const card = cardOf(row, serverState({ related: book }));
    expect(card.server).toEqual(['Price: L.E. 160.00']);
    expect(card.actionLabels[0]).toBe('Take L.E. 160.00 instead');
  });
});

it('offers to pay, not to take, the remaining amount of a book order', () => {
  const row = refusedCreate(
    'book-order',
    { book: 'b1', quantity: '5', price: '200.00', paid_amount: '250.00' },
    400,
    ['paid_amount'],
  );
  expect(cardOf(row)).toMatchObject({
    instruction: 'L.E. 200.00 is the most that can be paid, L.E. 250.00 was entered. Put it right.',
    actionLabels: ['Pay L.E. 200.00 instead', 'Edit'],
    // The price is part of this entry, so it is not shown as the server's.
    server: [],
  });
});

describe('a payout above the stock', () => {
  const payout = (quantity: string, paid: string, more: Partial<RejectedMutation> = {}) =>
    rejectedEntry({
      resource: 'book-payout',
      body: { book: 'b1', student: 's1', quantity, paid_amount: paid },
      status: 400,
      fields: ['quantity'],
      ...more,
    });

  it('shows the stock and the entered copies, and offers to pay out the stock or order more', () => {
    const card = cardOf(payout('3', '160.00'), serverState({ related: book }));
    expect(card.local).toEqual(['Student: s1', 'Paid Amount: L.E. 160.00', 'Quantity: 3']);
    expect(card.server).toEqual(['Sell Price: L.E. 80.00', 'In stock: 2']);
    expect(card.actionLabels).toEqual(['Pay out 2 instead', 'Edit', 'Order more', 'Send again']);
    expect(card.replacements).toMatchObject([{ body: { quantity: '2', paid_amount: '160.00', book: 'b1' } }]);
    expect(card.actions).toContainEqual({
      kind: 'navigate',
      label: 'Order more',
      path: '/books/order/add-order',
    });
  });

  it('lowers the payment to the price of fewer copies', () => {
    const card = cardOf(payout('3', '240.00'), serverState({ related: book }));
    expect(card.actionLabels[0]).toBe('Pay out 2 and take L.E. 160.00 instead');
    expect(card.replacements).toMatchObject([{ body: { quantity: '2', paid_amount: '160.00' } }]);
  });

  it('offers to order more if no copy is left, and to send again if the stock suffices now', () => {
    expect(cardOf(payout('3', '0.00'), serverState({ related: { ...book, quantity: '0' } }))).toMatchObject({
      instruction: 'None is left. Order more and send this again, or discard it.',
      actionLabels: ['Order more', 'Send again', 'Edit'],
    });
    expect(
      cardOf(payout('3', '0.00'), serverState({ related: { ...book, quantity: '3' } })).actionLabels[0],
    ).toBe('Send again');
  });

  it('adds the copies of an edited payout to the stock', () => {
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
    expect(cardOf(row, serverState({ target, related: book })).actionLabels[0]).toBe('Pay out 3 instead');
  });
});

describe('a record of an ended month', () => {
  const change = (body: Record<string, unknown>, before = course) =>
    refusedChange('adult-course', before, body, 409);
  const after = serverState({ target: course, months: [december, november] });

  it('offers no installment if the stored payment is malformed', () => {
    const target = { ...course, paid_amount: 'abc' };
    const card = cardOf(
      change({ paid_amount: '1200.00' }, target),
      serverState({ target, months: [december, november] }),
    );
    expect(card.actionLabels.join()).not.toMatch(/as an installment/);
  });

  it('offers a raised payment of a debt as an installment of the running month', () => {
    const card = cardOf(change({ paid_amount: '1200.00', receipt_number: '1050' }), after);
    expect(card.title).toBe('November has ended');
    expect(card.instruction).toMatch(
      /money is final\. Take the new money as an installment; or, to put that month/,
    );
    expect(card.actionLabels).toEqual([
      'Take L.E. 200.00 as an installment in December',
      'Save the rest without the money',
      'Open Work History',
      'Send again',
      'Edit',
    ]);
    expect(card.replacements[0]).toEqual({
      kind: 'create',
      body: { is_installment: true, related_record: '9', receipt_number: '1050', paid_amount: '200.00' },
      referenced: { related_record: course },
    });
  });

  it('opens the installment form for a raised payment of a payout, which has no receipt', () => {
    const payout = {
      id: '4',
      student: 's1',
      book: 'b1',
      quantity: '1',
      price: '400.00',
      paid_amount: '100.00',
      remaining_amount: '300.00',
      receipt_number: null,
      is_installment: false,
      related_record: null,
      month: 'm1',
    };
    const raised = (before: typeof payout | Omit<typeof payout, 'related_record'>) =>
      cardOf(
        refusedChange('book-payout', before, { paid_amount: '376.00' }, 409),
        serverState({ target: before, months: [december, november] }),
      );
    const label = 'Take L.E. 276.00 as an installment in December';
    expect(raised(payout).actions[0]).toEqual({
      kind: 'navigate',
      label,
      path: '/create-installment',
      state: { resource: 'book-payout', related: '4', fallback: '/books/payout' },
    });
    const { related_record: _, ...ofOtherServer } = payout;
    expect(raised(ofOtherServer).actionLabels).not.toContain(label);
  });

  it('offers to re-open the month for a lowered payment, and to save the other fields now', () => {
    const card = cardOf(change({ paid_amount: '900.00', notes: 'Mistyped' }), after);
    expect(card.actionLabels).toEqual([
      'Save the rest without the money',
      'Open Work History',
      'Send again',
      'Edit',
    ]);
    expect(card.replacements).toEqual([{ kind: 'update', body: { notes: 'Mistyped' } }]);
    expect(card.instruction).toBe(
      'November has ended, so its money is final. What is not money can be saved now. To change the money, ask a manager to undo the month in Work History, then send this again.',
    );
  });

  it('offers to undo the month and send again for a delete', () => {
    const row = refusedDelete('adult-course', course, 409);
    const alone = { ...course, remaining_amount: '2000.00' };
    expect(cardOf(row, serverState({ target: alone, months: [december, november] }))).toMatchObject({
      title: 'November has ended',
      actionLabels: ['Open Work History', 'Send again'],
    });
  });

  it('asks to delete the installments first for a delete of their enrolment', () => {
    const row = refusedDelete('adult-course', course, 409);
    expect(cardOf(row, after).title).toBe('This course is still needed');
  });

  it('treats a month that is not listed as ended', () => {
    const target = { ...course, month: 'm0' };
    expect(cardOf(change({ paid_amount: '900.00' }), serverState({ target, months: [december] })).title).toBe(
      'The month has ended',
    );
  });

  it('shows another conflict for a running or unknown month', () => {
    const target = { ...course, month: 'm2' };
    expect(
      cardOf(change({ paid_amount: '900.00' }), serverState({ target, months: [december] })).title,
    ).toMatch(/does not go with/);
    expect(cardOf(change({ paid_amount: '900.00' }), serverState({ target: course })).title).toMatch(
      /does not go with/,
    );
  });
});

describe('a deleted record', () => {
  it('offers to create the record again with its previous and changed values', () => {
    const before = {
      id: 's1',
      name: 'Mona',
      phone: '0100',
      code: 'S-0001',
      created_at: '2026-11-01T08:00:00Z',
    };
    const row = refusedChange('student', before, { name: 'Mona Adel' }, 404);
    const card = cardOf(row, serverState({ target: 'deleted' }));
    expect(card.title).toBe('This student is not there any more');
    expect(card.actionLabels).toEqual(['Record it again as new']);
    expect(card.replacements).toMatchObject([{ kind: 'create', body: { name: 'Mona Adel', phone: '0100' } }]);
    expect(card.replacements[0]?.body).not.toHaveProperty('code');
  });

  it('shows the changed fields but not the remaining amount, which is not computed', () => {
    const row = refusedChange('adult-course', course, { paid_amount: '1200.00' }, 404);
    const { local } = cardOf(row, serverState({ target: 'deleted' }));
    expect(local).toEqual([
      'Receipt Number: 1041',
      'Price: L.E. 3,000.00',
      'Paid Amount: L.E. 1,200.00',
      'Student: s1',
    ]);
  });

  it('offers to mark a delete of a deleted record as done', () => {
    const row = refusedDelete('student', { id: 's1', name: 'Mona' }, 404);
    const card = cardOf(row, serverState({ target: 'deleted' }));
    expect(card.local).toEqual(['Name: Mona']);
    expect(card.actions).toEqual([{ kind: 'mark-as-done', label: 'It is gone: done' }]);
  });

  it('asks for another parent if the parent was deleted', () => {
    const row = installment('500.00', { fields: ['related_record'] });
    const card = cardOf(
      { ...row, referenced: { related_record: course } },
      serverState({ related: 'deleted' }),
    );
    expect(card.title).toBe('The course is not there any more');
    expect(card.server).toEqual(['Mona Adel, receipt 1041 was deleted.']);
    expect(card.actionLabels).toEqual(['Edit']);
  });

  it('shows a rejected reference to an existing record as a field problem', () => {
    const row = installment('500.00', { fields: ['related_record'] });
    expect(cardOf(row, serverState({ related: course })).title).toBe('One field needs another value');
  });
});

describe('a rejected salary', () => {
  const salary = refusedCreate('salary', { employee: 'e1' }, 409);
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

  it('shows and opens the salary that already exists in the month', () => {
    const now = serverState({
      related: employee,
      lists: { salary: [paid('m2')], deduction: [] },
      months: [december, november],
    });
    const card = cardOf(salary, now);
    expect(card.title).toBe('There is a salary this month already');
    expect(card.server).toContain('Amount: L.E. 900.00');
    expect(card.actions[0]).toEqual({
      kind: 'navigate',
      label: 'Open the one that is there',
      path: '/employees/salaries/edit-salary/3',
    });
  });

  it('shows salary and deductions if the deductions exceed the salary', () => {
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
    expect(card.instruction).toMatch(/^They are L\.E\. 100\.00 too much/);
    expect(card.actionLabels).toEqual(['Open Deductions', 'Send again']);
  });

  it('offers to send again if neither problem exists any more', () => {
    const now = serverState({ related: employee, lists: { salary: [], deduction: [] }, months: [december] });
    expect(cardOf(salary, now).actionLabels[0]).toBe('Send again');
  });
});

describe('other rejections', () => {
  it('shows the page of the dependents for a delete of a record with dependents', () => {
    const row = refusedDelete('student', { id: 's1', name: 'Mona' }, 409);
    expect(cardOf(row, serverState({ target: { id: 's1', name: 'Mona' } }))).toMatchObject({
      title: 'This student is still needed',
      server: ['Name: Mona'],
      actionLabels: ['See what belongs to it', 'Send again'],
    });
  });

  it('shows rejected fields with their server values', () => {
    const before = { id: 's1', name: 'Mona', phone: '0100' };
    const row = refusedChange('student', before, { phone: 'none' }, 400, ['phone']);
    expect(cardOf(row, serverState({ target: before }))).toMatchObject({
      local: ['Phone: none'],
      server: ['Phone: 0100'],
    });
  });

  it('emphasizes the money among several fields, and shows an unreadable amount as text', () => {
    const before = { id: 'd1', employee: 'e1', amount: '90.00', reason: 'Late' };
    const row = refusedChange('deduction', before, { amount: 'ninety', reason: 'Very late' }, 409);
    const [local] = problemOf(row, serverState({ target: before })).columns;
    expect(local?.groups[0]).toMatchObject([
      { name: 'amount', field: { kind: 'text' }, strong: true },
      { name: 'reason' },
    ]);
    expect(local?.groups[0]?.[1]).not.toHaveProperty('strong');
  });

  it.each([400, 403, 409, 413, 422])('offers to send again after a bare %s', (status) => {
    const row = refusedCreate('student', { name: 'Mona' }, status);
    expect(cardOf(row).actionLabels).toContain('Send again');
  });

  it('explains that the parent was discarded on this device', () => {
    const never = { id: '00000000-0000-7000-8000-000000000002', name: 'Mona' };
    const row = rejectedEntry({
      resource: 'bus',
      body: { student: never.id },
      more: { referenced: { student: never }, missingRecord: never.id },
    });
    expect(cardOf(row)).toMatchObject({
      title: 'What this belongs to was never recorded',
      instruction:
        'The student Mona was discarded on this device before it was sent. Edit this and choose another, or discard it too.',
    });
  });

  it.each([
    ['newer-version', /Update the app/],
    ['unknown-operation', /Update the app/],
    ['unreadable', /kept as it is/],
    ['other-branch', /sign in at that branch/],
  ] as const)('explains what to do with an entry quarantined for %s', (quarantined, instruction) => {
    expect(
      cardOf(rejectedEntry({ resource: 'student', more: { state: 'blocked', quarantined } })).instruction,
    ).toMatch(instruction);
  });
});

describe('an unknown outcome', () => {
  const unknown = (over: Partial<RejectedMutation>) =>
    rejectedEntry({
      resource: 'adult-course',
      ...over,
      more: { state: 'unknown', asksPerson: true, uncertain: true },
    });
  const payment = unknown({
    body: { is_installment: true, related_record: '9', receipt_number: '1042', paid_amount: '500.00' },
  });
  const recorded = {
    ...course,
    id: '20',
    is_installment: true,
    related_record: '9',
    receipt_number: '1042',
    paid_amount: '500.00',
    created_at: '2026-11-05T08:00:00Z',
  };
  const other = { ...recorded, id: '21', receipt_number: '999', paid_amount: '70.00' };

  it('shows the newest similar record, and offers to settle with it or to send again', () => {
    const card = cardOf(payment, serverState({ lists: { 'adult-course': [other, recorded] } }));
    expect(card.actions).toEqual([
      { kind: 'mark-as-done', label: 'It is there: done', record: recorded },
      { kind: 'send-again', label: 'It is not there: send again' },
    ]);
    expect(card.server).toContain('Paid Amount: L.E. 500.00');
  });

  it('offers only to send again without a similar record', () => {
    const card = cardOf(payment, serverState({ lists: { 'adult-course': [other] } }));
    expect(card).toMatchObject({
      server: ['Nothing like it is among the newest records.'],
      actionLabels: ['It is not there: send again'],
    });
    expect(cardOf(payment).server).toEqual(['The newest records could not be read. Look in the list first.']);
  });

  it('ignores a record that another entry of this device created', () => {
    const now = serverState({ lists: { 'adult-course': [recorded] }, acknowledgedIds: new Set(['20']) });
    expect(cardOf(payment, now).actionLabels).toEqual(['It is not there: send again']);
  });

  it('distinguishes an update that was applied from one that was not', () => {
    const row = unknown({ kind: 'update', before: course, body: { paid_amount: '1200.00' } });
    expect(cardOf(row, serverState({ target: { ...course, paid_amount: '1200.00' } })).actionLabels[0]).toBe(
      'It is there: done',
    );
    expect(cardOf(row, serverState({ target: course })).actionLabels).toEqual([
      'It is not changed: send again',
    ]);
  });

  it('distinguishes a delete that was performed from one that was not', () => {
    const row = unknown({ kind: 'delete', before: course });
    expect(cardOf(row, serverState({ target: 'deleted' })).actionLabels).toEqual(['It is gone: done']);
    expect(cardOf(row, serverState({ target: course })).actionLabels).toEqual([
      'It is still there: send again',
    ]);
  });
});
