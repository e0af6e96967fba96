import { describe, expect, it } from 'vitest';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { overlayDebts, overlayNotes, promisedOn } from '#app/reads/debts.ts';
import type { DebtRow } from '#contract/debts.ts';
import { COLLECTION } from '#contract/resource-names.ts';
import { pickedName } from '#contract/writes/lines.ts';
import { entriesFor, interval } from '../outbox/entries.ts';
import { create } from '../outbox/mutations.ts';

const row: DebtRow = {
  id: 's1',
  name: 'Mona Adel',
  total: '300.00',
  remaining: '200.00',
  debts: 1,
  oldest: '2026-10-01',
  age_days: 35,
  promise: {
    id: 'p1',
    due_day: '2026-11-20',
    amount: '150.00',
    notes: null,
    created_by: 'Amr Said',
    day: '2026-11-01',
    state: 'open',
  },
};
const bus = { id: 'b1', student: 's1', price: '300.00', paid_amount: '100.00', remaining_amount: '200.00' };
const shown = (mutations: readonly Mutation[], changes: Partial<OutboxEntry> = {}) =>
  overlayDebts(
    [row, { ...row, id: 's2', promise: null }],
    entriesFor(...mutations.map((one): [Mutation, Partial<OutboxEntry>] => [one, changes])),
    interval,
  )[0];

describe('debts with what waits on this device', () => {
  const payment = create(
    'bus',
    { is_installment: true, related_record: 'b1', paid_amount: '50.00', receipt_number: '7' },
    { referenced: { related_record: bus } },
  );

  it('are those of the server, with the payments, enrolments and lines that are not sent yet beside them', () => {
    const pending = (received: bigint, count = 1) => ({
      total: '300.00',
      pending: { count, received, spent: 0n },
    });
    expect(shown([payment])).toMatchObject(pending(5_000n));
    const lines = create(
      COLLECTION,
      {
        receipt_number: '8',
        payments: [
          { resource: 'bus', related_record: 'b1', paid_amount: '30.00' },
          { resource: 'nursery', related_record: 'n1', paid_amount: '20.00' },
        ],
      },
      { referenced: { [pickedName(0)]: bus, [pickedName(1)]: { id: 'n1', student: 's1' } } },
    );
    expect(shown([lines])).toMatchObject(pending(5_000n));
    const enrolment = create('nursery', { student: 's1', price: '100.00', paid_amount: '40.00' });
    expect(shown([payment, enrolment])).toMatchObject(pending(9_000n, 2));
  });

  it('have nothing beside them for entries of others, refused and acknowledged ones', () => {
    const other = create('nursery', { student: 's3', price: '100.00', paid_amount: '10.00' });
    for (const one of [
      shown([other]),
      shown([payment], { state: 'rejected' }),
      shown([payment], { state: 'done', firstSentAt: 20, acknowledgedAt: 30 }),
    ])
      expect(one).toMatchObject({ total: '300.00', pending: { count: 0 } });
  });

  it('show a pending reminder and the change of a promise, and not a withdrawn one', () => {
    const reminder = create('reminder', { student: 's1', channel: 'call', custom_date: '2026-11-05' });
    expect(shown([reminder])?.last_reminder).toMatchObject({ channel: 'call', day: '2026-11-05' });
    const before = { id: 'p1', student: 's1', due_day: '2026-11-20', amount: '150.00', withdrawn_on: null };
    const change = (body: Mutation['body']) =>
      create('promise', body, { kind: 'update', recordId: 'p1', before });
    expect(shown([change({ due_day: '2026-11-25' })])?.promise).toMatchObject({
      due_day: '2026-11-25',
      amount: '150.00',
    });
    expect(shown([change({ withdrawn_on: '2026-11-05' })])?.promise).toBeNull();
    const notes = overlayNotes(
      's1',
      { reminders: [], promises: row.promise ? [row.promise] : [] },
      entriesFor(reminder, change({ withdrawn_on: '2026-11-05' })),
      interval,
    );
    expect(notes.reminders).toMatchObject([{ note: { channel: 'call' }, isPending: true }]);
    expect(notes.promises).toMatchObject([{ note: { state: 'withdrawn' }, isPending: true }]);
  });
});

describe('promised for a day', () => {
  const today = '2026-11-22';
  const omar = { referenced: { student: { id: 's7', name: 'Omar Fouad' } } };
  const promised = (
    mutations: readonly Mutation[],
    rows: readonly DebtRow[] = [],
    changes: Partial<OutboxEntry> = {},
  ) =>
    promisedOn(
      today,
      rows,
      entriesFor(...mutations.map((one): [Mutation, Partial<OutboxEntry>] => [one, changes])),
      interval,
    ).map(({ id, name, total, isPending, promise }) => [id, name, total, isPending, promise.amount]);
  const standing = { ...row, promise: row.promise && { ...row.promise, due_day: today } };
  const moved = (due_day: string, before: object) =>
    create(
      'promise',
      { due_day },
      {
        kind: 'update',
        recordId: 'p9',
        before: { id: 'p9', student: 's7', student_data: { name: 'Omar Fouad' }, amount: '80.00', ...before },
      },
    );

  it('is at once whose promise waits on this device, without the sum that only the server knows', () => {
    const made = create('promise', { student: 's7', due_day: today, amount: '50.00' }, omar);
    expect(promised([made], [standing])).toEqual([
      ['s1', 'Mona Adel', '300.00', false, '150.00'],
      ['s7', 'Omar Fouad', undefined, true, '50.00'],
    ]);
    const other = create('promise', { student: 's7', due_day: '2026-11-23', amount: '50.00' }, omar);
    expect(promised([other])).toEqual([]);
    expect(promised([made, other])).toEqual([]);
    expect(promised([made], [], { state: 'done', firstSentAt: 20, acknowledgedAt: 30 })).toEqual([]);
    expect(promised([made], [], { state: 'rejected' })).toEqual([]);
  });

  it('follows a promise that is moved to this day, or away from it', () => {
    expect(promised([moved(today, { due_day: '2026-11-20' })])).toEqual([
      ['s7', 'Omar Fouad', undefined, true, '80.00'],
    ]);
    const away = { ...moved('2026-12-01', { due_day: today }), recordId: 'p1' };
    const before = { id: 'p1', student: 's1', due_day: today };
    expect(promised([{ ...away, before }], [standing])).toEqual([]);
  });
});
