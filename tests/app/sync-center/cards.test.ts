import { describe, expect, it } from 'vitest';
import { cardOf } from '#app/sync-center/problems/cards.ts';
import { storedCourse } from '../outbox/entries.ts';
import {
  type RejectedMutation,
  refusedChange,
  refusedCreate,
  refusedDelete,
  rejectedEntry,
  shownCard,
} from './rejected-entries.ts';

const course = storedCourse({ id: '9', receipt_number: '1041', remaining_amount: '300.00', month: 'm1' });
const current = { resource: 'adult-course', ...course };

const installment = (more: Partial<RejectedMutation> = {}) =>
  rejectedEntry({
    resource: 'adult-course',
    body: { is_installment: true, related_record: '9', receipt_number: '1042', paid_amount: '500.00' },
    status: 400,
    ...more,
  });

describe('a refused entry', () => {
  it('shows the record as the server saw it, and takes the most that is accepted', () => {
    const overpaid = { field: 'paid_amount', code: 'overpaid', most: '300.00', current } as const;
    const card = shownCard(installment({ problems: [overpaid] }));
    expect(card).toMatchObject({
      title: 'The server did not take it',
      local: expect.arrayContaining(['Receipt Number: 1042', 'Paid Amount: L.E. 500.00']),
      actionLabels: ['Take L.E. 300.00 instead', 'Edit', 'Send again'],
      replacements: [
        {
          kind: 'create',
          body: { related_record: '9', receipt_number: '1042', paid_amount: '300.00', is_installment: true },
        },
      ],
    });
    expect(card.server).toEqual([
      'Receipt Number: 1041',
      'Period: 3',
      'Price: L.E. 3,000.00',
      'Paid Amount: L.E. 1,000.00',
      'Student: s1',
      'Remaining Amount: L.E. 300.00',
    ]);
  });

  it('is edited where no value is accepted, or another field is wrong as well', () => {
    const overpaid = { field: 'paid_amount', code: 'overpaid', current } as const;
    expect(shownCard(installment({ problems: [overpaid] })).actionLabels).toEqual(['Edit', 'Send again']);
    const both = installment({
      problems: [{ ...overpaid, most: '5.00' }],
      fields: ['receipt_number'],
    });
    expect(shownCard(both).actionLabels).toEqual(['Edit', 'Send again']);
  });

  it('takes fewer copies', () => {
    const card = shownCard(
      rejectedEntry({
        resource: 'book-payout',
        body: { book: 'b1', student: 's1', quantity: '3', paid_amount: '0.00' },
        status: 400,
        problems: [
          {
            field: 'quantity',
            code: 'out-of-stock',
            most: '2',
            current: { resource: 'book', id: 'b1', name: 'Starter One', quantity: '2', sell_price: '80.00' },
          },
        ],
      }),
    );
    expect(card.actionLabels[0]).toBe('Take 2 instead');
    expect(card.server).toContain('Name: Starter One');
    expect(card.replacements).toMatchObject([{ body: { quantity: '2', paid_amount: '0.00' } }]);
  });

  it('takes the most at every path of its body', () => {
    const line = (id: string, paid_amount: string) => ({
      resource: 'adult-course',
      related_record: id,
      paid_amount,
    });
    const payments = [line('7', '50.00'), line('8', '20.00'), line('9', '80.00')];
    const overpaid = (place: number, most: string) =>
      ({ field: `payments.${place}.paid_amount`, code: 'overpaid', most }) as const;
    const card = shownCard(
      rejectedEntry({
        resource: 'collection',
        body: { receipt_number: '12', payments },
        status: 400,
        problems: [overpaid(0, '40.00'), overpaid(2, '60.00')],
      }),
    );
    expect(card.actionLabels).toEqual(['Take L.E. 40.00 + L.E. 60.00 instead', 'Edit', 'Send again']);
    expect(card.local).toEqual([
      'Adult Courses: L.E. 50.00',
      'Adult Courses: L.E. 20.00',
      'Adult Courses: L.E. 80.00',
    ]);
    expect(card.replacements).toMatchObject([
      { body: { payments: [line('7', '40.00'), payments[1], line('9', '60.00')] } },
    ]);
    const refund = { amount: '150.00', payment_method: 'cash' };
    const left = shownCard(
      rejectedEntry({
        resource: 'withdrawal',
        body: { resource: 'adult-course', related_record: '9', keep: '300.00', refund },
        status: 400,
        problems: [{ field: 'refund.amount', code: 'paid-back', most: '100.00', current }],
      }),
    );
    expect(left.replacements).toMatchObject([{ body: { keep: '300.00', refund: { amount: '100.00' } } }]);
  });

  it('opens what stands against it', () => {
    const paid = { resource: 'salary', id: '3', employee: 'e1', amount: '900.00' };
    const taken = (id: string) => ({ resource: 'deduction', id, employee: 'e1', amount: '700.00' });
    const salary = (problem: Pick<NonNullable<RejectedMutation['problems']>[number], 'code' | 'conflicts'>) =>
      shownCard(
        rejectedEntry({
          resource: 'salary',
          body: { employee: 'e1' },
          status: 409,
          problems: [{ field: 'non_field_errors', ...problem }],
        }),
      );
    const second = salary({ code: 'salary-paid', conflicts: [paid] });
    expect(second.server).toContain('Amount: L.E. 900.00');
    expect(second.actions[0]).toEqual({
      kind: 'open',
      label: 'Open the one that is there',
      path: '/employees/salaries/edit-salary/3',
    });
    const exceeded = salary({ code: 'salary-exceeded', conflicts: [taken('1'), taken('2')] });
    expect(exceeded.actionLabels).toEqual(['Open Deductions', 'Edit', 'Send again']);
  });

  it('shows the touched fields of a change beside the stored ones', () => {
    const row = rejectedEntry({
      resource: 'adult-course',
      kind: 'update',
      before: course,
      body: { paid_amount: '900.00', notes: 'Mistyped' },
      status: 409,
      fields: [],
      problems: [{ field: 'non_field_errors', code: 'month-ended', current }],
    });
    expect(shownCard(row)).toMatchObject({
      local: ['Paid Amount: L.E. 900.00', 'Notes: Mistyped'],
      server: ['Paid Amount: L.E. 1,000.00', 'Notes: nothing'],
      actionLabels: ['Edit', 'Send again'],
    });
  });

  it('emphasizes the money among several fields, and shows an unreadable amount as text', () => {
    const before = { id: 'd1', employee: 'e1', amount: '90.00', reason: 'Late' };
    const row = refusedChange('deduction', before, { amount: 'ninety', reason: 'Very late' }, 409);
    const [local] = cardOf(row).columns;
    expect(local?.groups[0]).toMatchObject([
      { name: 'amount', field: { kind: 'text' }, strong: true },
      { name: 'reason' },
    ]);
    expect(local?.groups[0]?.[1]).not.toHaveProperty('strong');
  });

  it.each([400, 409, 413, 422])('is edited or sent again after a bare %s of another server', (status) =>
    expect(shownCard(refusedCreate('student', { name: 'Mona' }, status))).toMatchObject({
      actionLabels: ['Edit', 'Send again'],
      server: [],
    }));

  it('that may be recorded already is only sent again', () => {
    const row = installment({
      problems: [{ field: 'paid_amount', code: 'overpaid', most: '300.00' }],
      more: { uncertain: true },
    });
    expect(shownCard(row)).toMatchObject({
      instruction: expect.stringContaining('may be recorded already'),
      actionLabels: ['Send again'],
    });
  });
});

describe('a refused delete', () => {
  it('opens its record, keeps it, or is sent again', () =>
    expect(shownCard(refusedDelete('student', { id: 's1', name: 'Mona' }, 409))).toMatchObject({
      local: ['Name: Mona'],
      actionLabels: ['See what belongs to it', 'Keep the record', 'Send again'],
    }));

  it('asks for the reason that a printed receipt needs', () =>
    expect(shownCard(refusedDelete('adult-course', course, 400, ['reason'])).actionLabels).toEqual([
      'Give a reason',
      'Keep the record',
      'Send again',
    ]));
});

describe('a deleted record', () => {
  it('is created again with its previous and changed values', () => {
    const before = {
      id: 's1',
      name: 'Mona',
      phone: '0100',
      code: 'S-0001',
      created_at: '2026-11-01T08:00:00Z',
    };
    const card = shownCard(refusedChange('student', before, { name: 'Mona Adel' }, 404));
    expect(card.title).toBe('This student is not there any more');
    expect(card.actionLabels).toEqual(['Record it again as new']);
    expect(card.replacements).toMatchObject([{ kind: 'create', body: { name: 'Mona Adel', phone: '0100' } }]);
    expect(card.replacements[0]?.body).not.toHaveProperty('code');
  });

  it('settles its delete', () => {
    const card = shownCard(refusedDelete('student', { id: 's1', name: 'Mona' }, 404));
    expect(card.local).toEqual(['Name: Mona']);
    expect(card.actions).toEqual([{ kind: 'mark-as-done', label: 'It is gone: done' }]);
  });
});

describe('the other cards', () => {
  it('ask for the approval of a manager', () =>
    expect(shownCard(refusedCreate('student', { name: 'Mona' }, 403))).toMatchObject({
      title: 'This is not allowed for you',
      actionLabels: ['Ask a manager here', 'Send again'],
    }));

  it('say that another record was never sent', () => {
    const never = { id: '00000000-0000-7000-8000-000000000002', name: 'Mona' };
    const row = rejectedEntry({
      resource: 'bus',
      body: { student: never.id },
      more: { referenced: { student: never }, missingRecord: never.id },
    });
    expect(shownCard(row)).toMatchObject({
      title: 'What this belongs to was never recorded',
      instruction:
        'The student Mona was discarded on this device before it was sent. Edit this and choose another, or discard it too.',
      actionLabels: ['Edit'],
    });
  });

  it.each([
    ['newer-version', /Update the app/],
    ['unknown-operation', /Update the app/],
    ['unreadable', /kept as it is/],
    ['other-branch', /sign in at that branch/],
  ] as const)('explain what to do with an entry quarantined for %s', (quarantined, instruction) =>
    expect(
      shownCard(rejectedEntry({ resource: 'student', more: { state: 'blocked', quarantined } })).instruction,
    ).toMatch(instruction));

  it('let the user find out what became of an unknown outcome', () => {
    const unknown = (over: Partial<RejectedMutation>) =>
      shownCard(installment({ ...over, more: { state: 'unknown', asksPerson: true, uncertain: true } }));
    expect(unknown({})).toMatchObject({
      title: 'Nobody knows whether the server got it',
      actionLabels: ['Open Adult Courses', 'It is there: done', 'It is not there: send again'],
    });
    expect(unknown({ kind: 'delete', before: course }).actionLabels).toEqual([
      'Open Adult Courses',
      'It is gone: done',
      'It is still there: send again',
    ]);
  });
});
