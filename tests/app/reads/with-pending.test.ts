import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { temporaryId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { pendingCash } from '#app/reads/pending-money.ts';
import { pageWithPending } from '#app/reads/with-pending.ts';
import { describe as describeRow } from '#app/sync-center/describe.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { newCourse, newInstallment } from '../outbox/device.ts';
import { entriesFor } from '../outbox/entries.ts';

const courses = resourceOf('adult-course');
const mona = { id: 's1', name: 'Mona Adel', code: 'S-0001', phone: null };
const course = (id: string, more: Partial<RecordRow> = {}): RecordRow => ({
  id,
  student: 's1',
  student_data: mona,
  receipt_number: '7',
  level: '3',
  period: '3',
  transportation_type: 'parent',
  price: '3000.00',
  paid_amount: '1000.00',
  remaining_amount: '2000.00',
  is_installment: false,
  related_record: null,
  custom_date: null,
  notes: null,
  created_at: '2026-11-05T08:00:00Z',
  ...more,
});

const snapshot = (results: RecordRow[], began = 100, ended = 110) => ({
  data: { count: results.length, next: null, previous: null, results },
  began,
  ended,
  readAt: 0,
});

const show = (rows: OutboxEntry[], read = snapshot([course('c1')]), search = {}) =>
  pageWithPending(courses, read, rows, { page: 1, ...search });

const payment = newInstallment('c1', '500.00', course('c1'));
/** Changes an entry to sent at 200 and acknowledged at 210, with the server's result. */
const settled = (id: string, more: Partial<RecordRow> = {}): Partial<OutboxEntry> => ({
  state: 'done',
  firstSentAt: 200,
  acknowledgedAt: 210,
  result: course(id, {
    price: null,
    remaining_amount: null,
    is_installment: true,
    related_record: 'c1',
    ...more,
  }),
});

describe('pending creates', () => {
  it('stand on top of page 1, newest first, with the names of what was picked', () => {
    const [older, newer] = [newCourse('s1', '10.00', '4.00'), payment];
    const { rows, count } = show(entriesFor({ ...older, referenced: { student: mona } }, newer));
    expect(rows.map(({ record, pending }) => [record.paid_amount, pending?.state])).toEqual([
      ['500.00', 'queued'],
      ['4.00', 'queued'],
      ['1000.00', undefined],
    ]);
    expect(rows[0]?.record).toMatchObject({
      is_installment: true,
      price: null,
      remaining_amount: null,
      level: '3',
      student_data: { name: 'Mona Adel' },
    });
    expect(rows[1]?.record).toMatchObject({ remaining_amount: '6.00', student_data: { name: 'Mona Adel' } });
    expect(count).toBe(3);
  });

  it('not on page 2, not in a search, and in a filtered list where they obviously belong', () => {
    const rows = entriesFor(payment, newCourse('s1', '10.00', '4.00'));
    expect(show(rows, undefined, { page: 2 }).rows).toHaveLength(1);
    expect(show(rows, undefined, { search: 'mona' }).rows).toHaveLength(1);
    expect(show(rows, undefined, { is_installment: false }).rows).toHaveLength(2);
    expect(show(rows, undefined, { student: 's2' }).rows).toHaveLength(1);
  });

  it('show even where the host’s list was never read', () => {
    expect(pageWithPending(courses, undefined, entriesFor(payment), {}).rows).toHaveLength(1);
  });

  it('49 refetch before ack: acknowledged and already read shows once; not read yet shows on, without a badge', () => {
    const rows = entriesFor([payment, settled('i1')]);
    const lists = [
      snapshot([course('c1')], 100, 110),
      snapshot([course('i1', { is_installment: true }), course('c1')], 205, 208),
      snapshot([course('i1', { is_installment: true }), course('c1')], 220, 230),
    ];
    for (const read of lists) {
      const shown = show(rows, read).rows;
      expect(shown.map(({ record, pending }) => [record.id, pending])).toEqual([
        ['i1', undefined],
        ['c1', undefined],
      ]);
    }
  });

  it('leave the list when a read that began after the acknowledgement does not have them', () => {
    expect(show(entriesFor([payment, settled('i1')]), snapshot([course('c1')], 220, 230)).rows).toHaveLength(
      1,
    );
  });
});

describe('remaining amounts', () => {
  const owed = (rows: OutboxEntry[], read?: ReturnType<typeof snapshot>) =>
    show(rows, read).rows.find(({ record }) => record.id === 'c1');

  it('take account of pending installments and say so', () => {
    expect(owed(entriesFor(payment))).toMatchObject({
      record: { remaining_amount: '1500.00' },
      pendingMoney: true,
    });
    expect(owed(entriesFor(payment, newInstallment('c1', '200.00')))?.record.remaining_amount).toBe(
      '1300.00',
    );
  });

  it('not of refused ones', () => {
    const entry = owed(entriesFor([payment, { state: 'rejected' }]));
    expect(entry?.record.remaining_amount).toBe('2000.00');
    expect(entry?.pendingMoney).toBeUndefined();
  });

  it('49 refetch before ack: no double count, whatever the order of read and answer', () => {
    const done = entriesFor([payment, settled('i1')]);
    const paid = course('c1', { remaining_amount: '1500.00' });
    expect(owed(done, snapshot([course('c1')], 100, 110))?.record.remaining_amount).toBe('1500.00');
    expect(owed(done, snapshot([paid], 205, 208))?.record.remaining_amount).toBe('1500.00');
    expect(owed(done, snapshot([paid], 220, 230))?.record.remaining_amount).toBe('1500.00');
    const sending = entriesFor([payment, { state: 'sending', firstSentAt: 200 }]);
    expect(owed(sending, snapshot([paid], 205, 208))?.record.remaining_amount).toBe('1500.00');
  });

  it('follow edits and deletes of installments and of the enrolment', () => {
    const installment = course('i1', {
      is_installment: true,
      related_record: 'c1',
      paid_amount: '500.00',
      price: null,
    });
    const edit: Mutation = {
      id: crypto.randomUUID(),
      resource: 'adult-course',
      kind: 'update',
      recordId: 'i1',
      body: { paid_amount: '300.00', is_installment: true },
      before: installment,
    };
    expect(owed(entriesFor(edit))?.record.remaining_amount).toBe('2200.00');
    expect(owed(entriesFor({ ...edit, kind: 'delete', body: {} }))?.record.remaining_amount).toBe('2500.00');
    const dearer = {
      ...edit,
      recordId: 'c1',
      body: { price: '3500.00', paid_amount: '1000.00' },
      before: course('c1'),
    };
    expect(owed(entriesFor(dearer))).toMatchObject({
      record: { price: '3500.00', remaining_amount: '2500.00' },
    });
  });

  it('of an enrolment made offline, less its installments', () => {
    const made = newCourse('s1', '10.00', '4.00');
    const { rows } = show(entriesFor(made, newInstallment(temporaryId(made.id), '1.50')));
    expect(rows[1]?.record.remaining_amount).toBe('4.50');
  });
});

describe('pending edits and deletes', () => {
  const edit: Mutation = {
    id: crypto.randomUUID(),
    resource: 'adult-course',
    kind: 'update',
    recordId: 'c1',
    body: { notes: 'new', price: '3000.00', paid_amount: '1000.00' },
    before: course('c1'),
  };

  it('lie over the record, with a badge; a refused edit is only a badge', () => {
    expect(show(entriesFor(edit)).rows).toMatchObject([
      { record: { notes: 'new' }, pending: { kind: 'update' } },
    ]);
    expect(show(entriesFor([edit, { state: 'rejected' }])).rows).toMatchObject([
      { record: { notes: null }, pending: { state: 'rejected' } },
    ]);
  });

  it('once acknowledged show the host’s row until a later read, and later edits of others after it', () => {
    const answer = settled('c1', {
      notes: 'new',
      price: '3000.00',
      remaining_amount: '1900.00',
      is_installment: false,
    });
    const done = entriesFor([edit, answer]);
    expect(show(done).rows).toMatchObject([{ record: { notes: 'new', remaining_amount: '1900.00' } }]);
    const later = snapshot([course('c1', { notes: 'by Ali' })], 220, 230);
    expect(show(done, later).rows).toMatchObject([{ record: { notes: 'by Ali' } }]);
  });

  it('a pending delete is marked, an acknowledged one is gone', () => {
    const drop = { ...edit, kind: 'delete' as const, body: {} };
    expect(show(entriesFor(drop)).rows).toMatchObject([{ pending: { kind: 'delete' } }]);
    const gone = show(entriesFor([drop, { state: 'done', firstSentAt: 200, acknowledgedAt: 210 }]));
    expect(gone).toMatchObject({ rows: [], count: 0 });
  });
});

describe('cash on its way', () => {
  const span = { began: 100, ended: 110 };

  it('adds up by figure: creates, differences of edits, deletes', () => {
    const rows = entriesFor(payment, newCourse('s1', '900.00', '100.00'), {
      id: crypto.randomUUID(),
      resource: 'adult-course',
      kind: 'update',
      recordId: 'c1',
      body: { paid_amount: '900.00' },
      before: course('c1'),
    });
    expect(pendingCash(rows, span)).toEqual({
      income: 50_000n,
      byFigure: { adult_course_revenue: 50_000n },
      count: 3,
      unknown: [],
    });
  });

  it('49 refetch before ack: neither refused, nor read already, nor possibly read', () => {
    expect(pendingCash(entriesFor([payment, { state: 'rejected' }]), span).income).toBe(0n);
    const done = entriesFor([payment, settled('i1')]);
    expect(pendingCash(done, span).income).toBe(50_000n);
    expect(pendingCash(done, { began: 205, ended: 208 }).income).toBe(0n);
    expect(pendingCash(done, { began: 220, ended: 230 }).income).toBe(0n);
  });

  it('reports a figure as incomplete where a pending amount is malformed', () => {
    expect(pendingCash(entriesFor(newInstallment('c1', 'abc'), payment), span)).toEqual({
      income: 50_000n,
      byFigure: { adult_course_revenue: 50_000n },
      count: 2,
      unknown: ['adult_course_revenue'],
    });
  });

  it('leaves the balance of a record unknown where a pending amount is malformed', () => {
    const read = snapshot([course('c1')], 100, 110);
    expect(show(entriesFor(newInstallment('c1', 'abc'), payment), read).rows.at(-1)?.record).toMatchObject({
      id: 'c1',
      remaining_amount: null,
    });
  });
});

describe('a row in plain words', () => {
  it('names what it is, whom it concerns, how much and which receipt', () => {
    expect(entriesFor(payment).map(describeRow)).toEqual([
      'Installment · Mona Adel · L.E. 500.00 · receipt 1042',
    ]);
  });

  it('says what it does to a record that was there before', () => {
    const drop: Mutation = { ...payment, kind: 'delete', recordId: 'c1', body: {}, before: course('c1') };
    expect(entriesFor(drop).map(describeRow)).toEqual([
      'Delete course · Mona Adel · L.E. 1,000.00 · receipt 7',
    ]);
  });
});
