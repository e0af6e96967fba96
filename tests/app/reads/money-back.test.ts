import { describe, expect, it } from 'vitest';
import { writePolicyOf } from '#app/api/strategies.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { mustRunAfter } from '#app/outbox/model/dependencies.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { buildRequest } from '#app/outbox/sender/send-entry.ts';
import { overlayDebts } from '#app/reads/debts.ts';
import { pendingMoney } from '#app/reads/figures.ts';
import { overlayPage } from '#app/reads/with-pending.ts';
import { describe as describeEntry } from '#app/sync-center/describe.ts';
import type { Draft } from '#contract/define-resource.ts';
import { lineId } from '#contract/ids.ts';
import { BOOK_RETURN, TRANSFER, WITHDRAWAL } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { NINE_AM } from '../outbox/device.ts';
import { entriesFor, interval, pageRead, storedCourse } from '../outbox/entries.ts';
import { change, create, newCourse, newInstallment, removal } from '../outbox/mutations.ts';
import { starter, storedRecord } from '../resources/samples.ts';

const courses = resourceOf('adult-course');
const course = (changes: Partial<RecordRow> = {}): RecordRow =>
  storedCourse({ refunded: '0.00', forgiven: '0.00', left_on: null, kept: null, ...changes });

const names = { resource: 'adult-course', related_record: 'c1' };
const referenced = { related_record: course() };
const refund = (body: Draft): Mutation =>
  create('refund', { ...names, reason: 'Paid twice', forgive: false, ...body }, { referenced });
const leaves = (body: Draft): Mutation =>
  create(WITHDRAWAL, { ...names, left_on: '2026-11-05', reason: 'Moves away', ...body }, { referenced });
const stays = (expected?: Draft): Mutation =>
  create(WITHDRAWAL, names, { kind: 'delete', referenced, ...(expected && { expected }) });
const moves = (): Mutation =>
  create(
    TRANSFER,
    {
      ...names,
      withdraw: { left_on: '2026-11-05', keep: '200.00', credit: '800.00', reason: 'Another level' },
      to: {
        resource: 'kids-course',
        body: {
          ...{ student: 's1', price: '900.00', paid_amount: '800.00', payment_method: 'credit' },
          ...{ receipt_number: '9', level: '1' },
        },
      },
    },
    { referenced: { ...referenced, 'to.student': { id: 's1', name: 'Mona Adel' } } },
  );

type Item = Parameters<typeof entriesFor>[number];
const shown = (record: RecordRow, ...items: Item[]) =>
  overlayPage(courses, pageRead([record]), entriesFor(...items), { page: 1 }).rows.find(
    ({ record: { id } }) => id === 'c1',
  );

describe('a refund that waits on this device', () => {
  it('raises what remains if it is still owed, and not if it is forgiven', () => {
    expect(shown(course(), refund({ amount: '300.00' }))).toMatchObject({
      record: { refunded: '300.00', forgiven: '0.00', remaining_amount: '2300.00' },
      pendingMoney: true,
    });
    expect(shown(course(), refund({ amount: '300.00', forgive: true }))?.record).toMatchObject({
      refunded: '300.00',
      forgiven: '300.00',
      remaining_amount: '2000.00',
    });
  });

  it('counts once: not in a read that contains it, nor where it was refused', () => {
    const done = { state: 'done', firstSentAt: 20, acknowledgedAt: 30 } as const;
    for (const changes of [done, { state: 'rejected' } as const])
      expect(shown(course(), [refund({ amount: '300.00' }), changes])?.record.remaining_amount).toBe(
        '2000.00',
      );
  });

  it('that is changed or deleted adds the difference', () => {
    const before = { id: 'r1', ...names, payable: 'c1', amount: '300.00', forgive: false };
    const known = course({ refunded: '300.00', remaining_amount: '2300.00' });
    const lower = create('refund', { amount: '100.00' }, { kind: 'update', recordId: 'r1', before });
    expect(shown(known, lower)?.record).toMatchObject({ refunded: '100.00', remaining_amount: '2100.00' });
    expect(shown(known, removal('refund', before))?.record).toMatchObject({
      refunded: '0.00',
      remaining_amount: '2000.00',
    });
  });

  it('of an enrolment that waits itself is applied to it', () => {
    const enrolment = newCourse('s1', '500.00', '500.00');
    const related_record = enrolment.id;
    const entries = entriesFor(enrolment, refund({ amount: '200.00', related_record }));
    const { rows } = overlayPage(courses, undefined, entries, {});
    expect(rows[0]?.record).toMatchObject({ remaining_amount: '200.00', refunded: '200.00' });
    expect(entries[1]?.dependsOn).toEqual([enrolment.id]);
  });

  it('lowers the revenue of its kind, and credit that is paid out lowers none', () => {
    const { received } = pendingMoney(withLines(entriesFor(refund({ amount: '300.00' }))));
    expect(received).toBe(-30_000n);
    const credit = refund({ amount: '300.00', resource: 'student', related_record: 's1' });
    expect(pendingMoney(withLines(entriesFor(credit))).count).toBe(0);
  });

  it('is listed with the student and described', () => {
    const entries = entriesFor(refund({ amount: '300.00' }));
    const [row] = overlayPage(resourceOf('refund'), undefined, entries, {}).rows;
    expect(row?.record).toMatchObject({
      student: 's1',
      student_data: { name: 'Mona Adel' },
      amount: '300.00',
    });
    expect(entries.map(describeEntry)).toEqual(['Refund · Mona Adel · L.E. 300.00']);
  });
});

describe('a withdrawal that waits on this device', () => {
  const paidOut = leaves({
    keep: '400.00',
    refund: { amount: '500.00', payment_method: 'cash' },
    credit: '100.00',
  });

  /** The enrolment as the server answers it afterwards. */
  const left = course({
    left_on: '2026-11-05',
    kept: '400.00',
    forgiven: '2600.00',
    refunded: '600.00',
    remaining_amount: '0.00',
  });

  it('marks the enrolment, whose debt is what is kept less what was paid', () => {
    expect(shown(course(), paidOut)?.record).toMatchObject({
      left_on: '2026-11-05',
      kept: '400.00',
      refunded: '600.00',
      forgiven: '2600.00',
      remaining_amount: '0.00',
    });
    const owes = shown(course(), leaves({ keep: '1500.00' }))?.record;
    expect(owes).toMatchObject({ forgiven: '1500.00', remaining_amount: '500.00', refunded: '0.00' });
  });

  it('counts payments and a change of the price that wait before it', () => {
    const payment = newInstallment('c1', '250.00', course());
    expect(shown(course(), payment, leaves({ keep: '1500.00' }))?.record.remaining_amount).toBe('250.00');
    const dearer = change('adult-course', course(), { price: '3500.00' });
    expect(shown(course(), dearer, leaves({ keep: '1500.00' }))?.record).toMatchObject({
      price: '3500.00',
      forgiven: '2000.00',
      remaining_amount: '500.00',
    });
  });

  it('is the answer of the server once that is known', () => {
    const records = [{ resource: 'adult-course', record: left }];
    const done = { state: 'done', firstSentAt: 200, acknowledgedAt: 210, records } as const;
    expect(shown(course(), [paidOut, done])?.record).toMatchObject({
      remaining_amount: '0.00',
      refunded: '600.00',
    });
  });

  it('lists what goes back as refunds', () => {
    const rows = overlayPage(resourceOf('refund'), undefined, entriesFor(paidOut), {}).rows;
    expect(rows.map(({ record }) => [record.amount, record.payment_method])).toEqual([
      ['100.00', 'credit'],
      ['500.00', 'cash'],
    ]);
  });

  it('lowers the debt of the student, and its undo raises it again', () => {
    const row = {
      id: 's1',
      name: 'Mona Adel',
      total: '2000.00',
      remaining: '2000.00',
      debts: 1,
      oldest: '2026-10-01',
      age_days: 35,
      promise: null,
    };
    const debt = (...items: Item[]) => overlayDebts([row], entriesFor(...items), interval)[0];
    expect(debt(paidOut)).toMatchObject({ total: '2000.00', pending: { received: -60_000n } });
    expect(debt(refund({ amount: '300.00' }))?.pending).toEqual({ count: 1, received: -30_000n, spent: 0n });
  });

  it('is taken back with the amounts that went back, or without a sum where they are not known', () => {
    expect(shown(left, stays({ refunded: '600.00', forgiven: '2600.00' }))?.record).toMatchObject({
      left_on: null,
      kept: null,
      refunded: '0.00',
      forgiven: '0.00',
      remaining_amount: '2000.00',
    });
    expect(shown(left, stays())?.record).toMatchObject({ left_on: null, remaining_amount: null });
    const cash = pendingMoney(withLines(entriesFor(stays({ refunded: '600.00', forgiven: '2600.00' }))));
    expect(cash.received).toBe(60_000n);
  });

  it('runs after payments of the same enrolment, which run in any order among themselves', () => {
    const [first, second, other] = [
      newInstallment('c1', '10.00', course()),
      newInstallment('c1', '20.00', course()),
      newInstallment('c2', '20.00', course({ id: 'c2' })),
    ];
    const entries = entriesFor(
      first,
      second,
      other,
      leaves({ keep: '0.00' }),
      newInstallment('c1', '5.00', course()),
    );
    const [one, two, elsewhere, left, later] = entries;
    expect(two?.dependsOn).toEqual([]);
    expect(left?.dependsOn).toEqual([one?.id, two?.id]);
    expect(later?.dependsOn).toEqual([left?.id]);
    expect(left && elsewhere && mustRunAfter(left, elsewhere)).toBe(false);
  });

  it('is sent to its enrolment, and its undo after it', () => {
    const [left, undone] = entriesFor(paidOut, stays());
    const policy = writePolicyOf({ merges: true, client_ids: true });
    expect(left && buildRequest(left, NINE_AM, policy)).toEqual({
      method: 'POST',
      path: '/adult-course/c1/withdraw/',
      body: JSON.stringify({
        left_on: '2026-11-05',
        reason: 'Moves away',
        keep: '400.00',
        refund: { amount: '500.00', payment_method: 'cash' },
        credit: '100.00',
        id: left?.id,
      }),
    });
    expect(undone && buildRequest(undone, NINE_AM, policy).path).toBe('/adult-course/c1/withdraw/undo/');
    expect(undone?.dependsOn).toEqual([left?.id]);
  });
});

describe('a transfer that waits on this device', () => {
  it('leaves the one enrolment and shows the other, and no cash goes anywhere', () => {
    const entries = entriesFor(moves());
    expect(overlayPage(courses, pageRead([course()]), entries, { page: 1 }).rows[0]?.record).toMatchObject({
      left_on: '2026-11-05',
      remaining_amount: '0.00',
    });
    const [made] = overlayPage(resourceOf('kids-course'), undefined, entries, {}).rows;
    expect(made?.record).toMatchObject({ student_data: { name: 'Mona Adel' }, remaining_amount: '100.00' });
    expect(pendingMoney(withLines(entries)).received).toBe(0n);
    expect(entries.map(describeEntry)).toEqual(['Moves to Kids Courses · Mona Adel, Adult Courses']);
  });

  it('stamps the day of the new enrolment where it is sent later', () => {
    const [entry] = entriesFor(moves());
    const next = NINE_AM + 86_400_000;
    const sent = entry && buildRequest(entry, next, writePolicyOf({ merges: true, client_ids: true }));
    expect(sent?.path).toBe('/adult-course/c1/transfer/');
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      id: entry?.id,
      withdraw: { keep: '200.00' },
      to: { resource: 'kids-course', body: { custom_date: '2026-11-05', student: 's1' } },
    });
  });

  it('makes its enrolment under an id that the device knows before the answer', () => {
    const mutation = moves();
    const record = { id: lineId(mutation.id, 0), price: '900.00' };
    const records = [
      { resource: 'kids-course', record },
      { resource: 'adult-course', record: course({ left_on: '2026-11-05' }) },
    ];
    const answered = { state: 'done', firstSentAt: 200, acknowledgedAt: 210, records } as const;
    const [entry]: OutboxEntry[] = entriesFor([mutation, answered]);
    const lines = entry ? withLines([entry]) : [];
    expect(new Set(lines.map(({ entityKey }) => entityKey)).size).toBe(lines.length);
    expect(lines.find(({ operation }) => operation.resource === 'kids-course')?.result).toEqual(record);
  });
});

describe('copies that come back, as this device has recorded them', () => {
  const payouts = resourceOf('book-payout');
  const paid = { quantity: '3', price: '300.00', paid_amount: '250.00', remaining_amount: '50.00' };
  const none = { refunded: '0.00', forgiven: '0.00', returned: '0' };
  const payout = (changes: Partial<RecordRow> = {}): RecordRow => ({
    ...storedRecord(payouts, { ...paid, ...none }),
    id: 'p1',
    ...changes,
  });
  const about = { resource: 'book-payout', related_record: 'p1' };
  const referenced = { related_record: payout() };
  const comesBack = (): Mutation =>
    create(
      BOOK_RETURN,
      { ...about, quantity: '2', refund: { amount: '150.00', payment_method: 'cash' }, reason: 'Wrong book' },
      { expected: { forgiven: '200.00' }, referenced },
    );
  const staysOut = create(BOOK_RETURN, about, { kind: 'delete', referenced });
  const ofPayout = (...items: Item[]) =>
    overlayPage(payouts, pageRead([payout()]), entriesFor(...items), { page: 1 }).rows[0]?.record;

  it('are not owed any more, and their money is listed as a refund', () => {
    expect(ofPayout(comesBack())).toMatchObject({
      returned: '2',
      forgiven: '200.00',
      refunded: '150.00',
      remaining_amount: '0.00',
    });
    const entries = entriesFor(comesBack());
    const [row] = overlayPage(resourceOf('refund'), undefined, entries, {}).rows;
    expect(row?.record).toMatchObject({ amount: '150.00', student_data: { name: 'Mona Adel' } });
    expect(pendingMoney(withLines(entries)).received).toBe(-15_000n);
    expect(entries.map(describeEntry)).toEqual([
      'Return books · Mona Adel, Book Payouts · L.E. 150.00 goes back',
    ]);
  });

  it('are in stock again, and a later payout waits for them', () => {
    const book = { ...starter, quantity: '4' };
    const stock = (...items: Item[]) =>
      overlayPage(resourceOf('book'), pageRead([book]), entriesFor(...items), { page: 1 }).rows[0]?.record;
    expect(stock(comesBack())).toMatchObject({ quantity: '6' });
    const records = [{ resource: 'book-payout', record: payout() }];
    const done = { state: 'done', firstSentAt: 200, acknowledgedAt: 210, records } as const;
    expect(stock([comesBack(), done])).toMatchObject({ quantity: '6' });
    expect(stock([comesBack(), { state: 'rejected' }])).toMatchObject({ quantity: '4' });
  });

  it('stay out after all: what remains is known once the server has answered', () => {
    expect(ofPayout(staysOut)).toMatchObject({ remaining_amount: null });
    const record = payout({ returned: '0', remaining_amount: '50.00' });
    const records = [{ resource: 'book-payout', record }];
    const done = { state: 'done', firstSentAt: 200, acknowledgedAt: 210, records } as const;
    expect(ofPayout([staysOut, done])).toMatchObject({ remaining_amount: '50.00' });
  });

  it('are sent to their payout, with the day on which they were recorded, and the undo after them', () => {
    const [back, undone] = entriesFor(comesBack(), staysOut);
    const policy = writePolicyOf({ merges: true, client_ids: true });
    const request = back && buildRequest(back, NINE_AM + 2 * 86_400_000, policy);
    expect(request).toMatchObject({ method: 'POST', path: '/book-payout/p1/return/' });
    expect(JSON.parse(String(request?.body))).toEqual({
      quantity: '2',
      refund: { amount: '150.00', payment_method: 'cash' },
      reason: 'Wrong book',
      id: back?.id,
      custom_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(undone && buildRequest(undone, NINE_AM, policy).path).toBe('/book-payout/p1/return/undo/');
    expect(undone?.dependsOn).toEqual([back?.id]);
  });
});
