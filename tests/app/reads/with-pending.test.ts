import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { pendingMoney } from '#app/reads/figures.ts';
import { overlayPage } from '#app/reads/with-pending.ts';
import { describe as describeEntry } from '#app/sync-center/describe.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { entriesFor, pageRead, storedCourse } from '../outbox/entries.ts';
import { change, newCourse, newInstallment, removal } from '../outbox/mutations.ts';

const courses = resourceOf('adult-course');
const studentData = { id: 's1', name: 'Mona Adel' };
const course = (id: string, changes: Partial<RecordRow> = {}) => storedCourse({ id, ...changes });

const snapshot = (results: RecordRow[], began = 100, ended = 110) => pageRead(results, { began, ended });

const show = (entries: OutboxEntry[], read = snapshot([course('c1')]), search = {}) =>
  overlayPage(courses, read, entries, { page: 1, ...search });

const payment = newInstallment('c1', '500.00', course('c1'));
/** Changes an entry to sent at 200 and acknowledged at 210, with the server's result. */
const acknowledged = (id: string, changes: Partial<RecordRow> = {}): Partial<OutboxEntry> => ({
  state: 'done',
  firstSentAt: 200,
  acknowledgedAt: 210,
  result: course(id, {
    price: null,
    paid_amount: '500.00',
    remaining_amount: null,
    is_installment: true,
    related_record: 'c1',
    ...changes,
  }),
});

describe('overlay of pending creates', () => {
  it('shows them on top of page 1, newest first, with the names of the picked records', () => {
    const [older, newer] = [newCourse('s1', '10.00', '4.00'), payment];
    const { rows, count } = show(entriesFor({ ...older, referenced: { student: studentData } }, newer));
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
    expect(rows[1]?.record).toMatchObject({
      remaining_amount: '6.00',
      student_data: { name: 'Mona Adel' },
    });
    expect(count).toBe(3);
  });

  it('hides them on page 2 and in a search, and shows them in a filtered list if they match', () => {
    const entries = entriesFor(payment, newCourse('s1', '10.00', '4.00'));
    expect(show(entries, undefined, { page: 2 }).rows).toHaveLength(1);
    expect(show(entries, undefined, { search: 'mona' }).rows).toHaveLength(1);
    expect(show(entries, undefined, { is_installment: false }).rows).toHaveLength(2);
    expect(show(entries, undefined, { student: 's2' }).rows).toHaveLength(1);
  });

  it('shows them even where the list was never read', () => {
    expect(overlayPage(courses, undefined, entriesFor(payment), {}).rows).toHaveLength(1);
  });

  it('49 first read before ack: a create that the list has already shows once, and the count agrees', () => {
    const create = newCourse('s1', '3000.00', '1000.00');
    const sending = { state: 'sending', firstSentAt: 90 } as const;
    const shown = (read: RecordRow[], ...entries: Parameters<typeof entriesFor>) => {
      const { rows, count } = show(entriesFor(...entries), snapshot(read, 80, 110));
      return [count, ...rows.map(({ record: { id }, pending }) => pending?.state ?? id)];
    };
    const listedCourse = course(create.id, create.body);
    expect(shown([listedCourse], [create, sending])).toEqual([1, create.id]);
    expect(shown([listedCourse], [create, { ...sending, state: 'unknown', uncertain: true }])).toEqual([
      1,
      create.id,
    ]);
    // A record with another id is another one, however alike.
    expect(shown([course('c9', create.body)], [create, sending])).toEqual([2, 'sending', 'c9']);
    const done = { state: 'done', firstSentAt: 85, acknowledgedAt: 88 } as const;
    expect(shown([listedCourse], [create, { ...done, result: listedCourse }])).toEqual([1, create.id]);
  });

  it('49 refetch before ack: an acknowledged create shows once without a badge, whether read or not', () => {
    const entries = entriesFor([payment, acknowledged('i1')]);
    const lists = [
      snapshot([course('c1')], 100, 110),
      snapshot([course('i1', { is_installment: true }), course('c1')], 205, 208),
      snapshot([course('i1', { is_installment: true }), course('c1')], 220, 230),
    ];
    for (const read of lists) {
      const shown = show(entries, read).rows;
      expect(shown.map(({ record, pending }) => [record.id, pending])).toEqual([
        ['i1', undefined],
        ['c1', undefined],
      ]);
    }
  });

  it('drops an acknowledged create that is missing from a later read', () => {
    expect(
      show(entriesFor([payment, acknowledged('i1')]), snapshot([course('c1')], 220, 230)).rows,
    ).toHaveLength(1);
  });
});

describe('overlay of remaining amounts', () => {
  const enrolmentOf = (entries: OutboxEntry[], read?: ReturnType<typeof snapshot>) =>
    show(entries, read).rows.find(({ record }) => record.id === 'c1');

  it('includes pending installments and marks the amount', () => {
    expect(enrolmentOf(entriesFor(payment))).toMatchObject({
      record: { remaining_amount: '1500.00' },
      pendingMoney: true,
    });
    expect(enrolmentOf(entriesFor(payment, newInstallment('c1', '200.00')))?.record.remaining_amount).toBe(
      '1300.00',
    );
  });

  it('ignores rejected installments', () => {
    const entry = enrolmentOf(entriesFor([payment, { state: 'rejected' }]));
    expect(entry?.record.remaining_amount).toBe('2000.00');
    expect(entry?.pendingMoney).toBeUndefined();
  });

  it('49 refetch before ack: no double count, whatever the order of read and answer', () => {
    const done = entriesFor([payment, acknowledged('i1')]);
    const paid = course('c1', { remaining_amount: '1500.00' });
    expect(enrolmentOf(done, snapshot([course('c1')], 100, 110))?.record.remaining_amount).toBe('1500.00');
    expect(enrolmentOf(done, snapshot([paid], 205, 208))?.record.remaining_amount).toBe('1500.00');
    expect(enrolmentOf(done, snapshot([paid], 220, 230))?.record.remaining_amount).toBe('1500.00');
    const sending = entriesFor([payment, { state: 'sending', firstSentAt: 200 }]);
    expect(enrolmentOf(sending, snapshot([paid], 205, 208))?.record.remaining_amount).toBe('1500.00');
  });

  it('follows edits and deletes of installments and of the enrolment', () => {
    const installment = course('i1', {
      is_installment: true,
      related_record: 'c1',
      paid_amount: '500.00',
      price: null,
    });
    const edit = change('adult-course', installment, { paid_amount: '300.00' });
    expect(enrolmentOf(entriesFor(edit))?.record.remaining_amount).toBe('2200.00');
    expect(enrolmentOf(entriesFor({ ...edit, kind: 'delete', body: {} }))?.record.remaining_amount).toBe(
      '2500.00',
    );
    const priceEdit = {
      ...edit,
      recordId: 'c1',
      body: { price: '3500.00', paid_amount: '1000.00' },
      before: course('c1'),
    };
    expect(enrolmentOf(entriesFor(priceEdit))).toMatchObject({
      record: { price: '3500.00', remaining_amount: '2500.00' },
    });
  });

  it('reduces the amount of a pending enrolment by its installments', () => {
    const create = newCourse('s1', '10.00', '4.00');
    const { rows } = show(entriesFor(create, newInstallment(create.id, '1.50')));
    expect(rows[1]?.record.remaining_amount).toBe('4.50');
  });
});

describe('overlay of pending edits and deletes', () => {
  const edit = change('adult-course', course('c1'), { notes: 'new' });

  it('shows a pending edit with a badge; a rejected edit shows only the badge', () => {
    expect(show(entriesFor(edit)).rows).toMatchObject([
      { record: { notes: 'new' }, pending: { kind: 'update' } },
    ]);
    expect(show(entriesFor([edit, { state: 'rejected' }])).rows).toMatchObject([
      { record: { notes: null }, pending: { state: 'rejected' } },
    ]);
  });

  it('shows the result of an acknowledged edit until a later read replaces it', () => {
    const answer = acknowledged('c1', {
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

  it('marks a record with a pending delete and removes it after the acknowledgement', () => {
    const deletion = { ...edit, kind: 'delete' as const, body: {} };
    expect(show(entriesFor(deletion)).rows).toMatchObject([{ pending: { kind: 'delete' } }]);
    const gone = show(entriesFor([deletion, { state: 'done', firstSentAt: 200, acknowledgedAt: 210 }]));
    expect(gone).toMatchObject({ rows: [], count: 0 });
  });
});

describe('what is not sent yet', () => {
  const pending = (...args: Parameters<typeof entriesFor>) => pendingMoney(withLines(entriesFor(...args)));

  it('is the sum of creates, differences of edits and deletes', () => {
    const lower = change('adult-course', course('c1'), { paid_amount: '900.00' });
    const deleted = removal('adult-course', course('c2', { paid_amount: '30.00' }));
    expect(pending(payment, newCourse('s1', '900.00', '100.00'), lower, deleted)).toEqual({
      count: 4,
      received: 47_000n,
      spent: 0n,
    });
  });

  it('is nothing once the server has answered, with a refusal too', () => {
    const nothing = { count: 0, received: 0n, spent: 0n };
    expect(pending([payment, { state: 'rejected' }])).toEqual(nothing);
    expect(pending([payment, acknowledged('i1')])).toEqual(nothing);
  });

  it('counts an entry with a malformed amount', () => {
    expect(pending(newInstallment('c1', 'abc'), payment)).toMatchObject({ count: 2, received: 50_000n });
  });

  it('leaves the balance of a record unknown where a pending amount is malformed', () => {
    const read = snapshot([course('c1')], 100, 110);
    expect(show(entriesFor(newInstallment('c1', 'abc'), payment), read).rows.at(-1)?.record).toMatchObject({
      id: 'c1',
      remaining_amount: null,
    });
  });
});

describe('describe', () => {
  it('names the kind, the student, the amount and the receipt number of an entry', () => {
    expect(entriesFor(payment).map(describeEntry)).toEqual([
      'Installment · Mona Adel · L.E. 500.00 · receipt 1042',
    ]);
  });

  it('names the action on an existing record', () => {
    const deletion: Mutation = { ...payment, kind: 'delete', recordId: 'c1', body: {}, before: course('c1') };
    expect(entriesFor(deletion).map(describeEntry)).toEqual([
      'Delete course · Mona Adel · L.E. 1,000.00 · receipt 7',
    ]);
  });
});
