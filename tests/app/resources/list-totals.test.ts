import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { searchOffline } from '#app/resources/list/search-offline.ts';
import { serverTotals, totalPaidSoFar } from '#app/resources/list/totals.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { newCourse, newInstallment } from '../outbox/device.ts';
import { entriesFor, storedCourse } from '../outbox/entries.ts';

const courses = resourceOf('adult-course');
const mona = { id: 's1', name: 'منى أحمد', code: 'S-0001', phone: '0100' };
const course = (id: string, more: Partial<RecordRow> = {}) =>
  storedCourse({
    id,
    student_data: mona,
    receipt_number: `R${id}`,
    price: '3000.10',
    remaining_amount: '2000.10',
    ...more,
  });
const c1 = course('c1');
const page = (count: number, totals?: Record<string, string>) => ({
  data: { count, next: null, previous: null, results: [c1], ...(totals && { totals }) },
  began: 100,
  ended: 110,
  readAt: 0,
});
const payment = newInstallment('c1', '500.00', c1);
const owing = { page: 1, owing: true, totals: true };

const totalsOf = (read: ReturnType<typeof page>, outbox: OutboxEntry[] = [], search = {}) =>
  serverTotals(courses, read, outbox, { ...owing, ...search }, 'november')?.map(
    ({ name, amount, pending }) => [name, amount, pending],
  );

describe('the totals of a list', () => {
  it('are those of the server over all pages', () => {
    expect(
      totalsOf(page(31, { price: '90000.30', paid_amount: '0.10', remaining_amount: '90000.20' })),
    ).toEqual([
      ['price', 9_000_030n, 0n],
      ['paid_amount', 10n, 0n],
      ['remaining_amount', 9_000_020n, 0n],
    ]);
  });

  it('tell what was paid so far of the listed debts: price less what remains, what waits included', () => {
    const read = page(31, { price: '3600.00', paid_amount: '1800.00', remaining_amount: '500.00' });
    const soFar = (outbox: OutboxEntry[] = []) =>
      totalPaidSoFar(courses, serverTotals(courses, read, outbox, owing, 'november') ?? []);
    expect(soFar()).toEqual({ name: 'paid_amount', amount: 310_000n, pending: 0n });
    expect(soFar(entriesFor(payment))).toEqual({ name: 'paid_amount', amount: 310_000n, pending: 50_000n });
    const first = page(31, { price: '3600.00', paid_amount: '1800.00', remaining_amount: '1800.00' });
    expect(
      totalPaidSoFar(courses, serverTotals(courses, first, [], owing, 'november') ?? []),
    ).toBeUndefined();
  });

  it('leave out a column with a malformed amount', () => {
    expect(totalsOf(page(31, { price: 'abc', paid_amount: '0.10', remaining_amount: '0.20' }))).toEqual([
      ['paid_amount', 10n, 0n],
      ['remaining_amount', 20n, 0n],
    ]);
    const rows = { ...page(1), data: { ...page(1).data, results: [course('c1', { price: 'abc' })] } };
    expect(totalsOf(rows)?.map(([name]) => name)).toEqual(['paid_amount', 'remaining_amount']);
  });

  it('count a missing amount, such as the price of an installment, as 0', () => {
    const rows = { ...page(1), data: { ...page(1).data, results: [course('c1', { price: null })] } };
    expect(totalsOf(rows)?.[0]).toEqual(['price', 0n, 0n]);
  });

  it('are summed up if the server sends none and every record is on the page, else unknown', () => {
    expect(totalsOf(page(1))?.[0]).toEqual(['price', 300_010n, 0n]);
    expect(totalsOf(page(31))).toBeUndefined();
  });

  it('show pending amounts separately, and take an installment off the debt of its enrolment', () => {
    const rows = entriesFor(payment, newCourse('s1', '10.00', '4.00'));
    expect(totalsOf(page(1), rows)).toEqual([
      ['price', 300_010n, 1_000n],
      ['paid_amount', 100_000n, 400n],
      ['remaining_amount', 200_010n, 600n - 50_000n],
    ]);
    expect(totalsOf(page(1), rows, { owing: undefined })?.[1]).toEqual(['paid_amount', 100_000n, 50_400n]);
  });

  it('exclude entries that are rejected, in the snapshot already, or outside of the filter', () => {
    const rejected = entriesFor([payment, { state: 'rejected' }]);
    expect(totalsOf(page(1), rejected)?.[2]).toEqual(['remaining_amount', 200_010n, 0n]);
    const known = entriesFor([payment, { state: 'done', firstSentAt: 50, acknowledgedAt: 60 }]);
    expect(totalsOf(page(1), known)?.[2]).toEqual(['remaining_amount', 200_010n, 0n]);
    expect(totalsOf(page(1), entriesFor(newCourse('s1', '10.00', '4.00')), { student: 's2' })?.[0]).toEqual([
      'price',
      300_010n,
      0n,
    ]);
  });
});

describe('a payment acknowledged since the totals were read', () => {
  it('is part of them and no longer pending', () => {
    const done = entriesFor([payment, { state: 'done', firstSentAt: 200, acknowledgedAt: 210 }]);
    expect(totalsOf(page(1), done)?.[2]).toEqual(['remaining_amount', 150_010n, 0n]);
  });
});

describe('the totals of a list filtered by words or a month', () => {
  const enrolment = { ...newCourse('s1', '10.00', '4.00'), referenced: { student: mona } };
  const pending = (search: object, ...rows: OutboxEntry[]) =>
    totalsOf(page(31, { price: '1.00', paid_amount: '1.00', remaining_amount: '1.00' }), rows, {
      owing: undefined,
      ...search,
    })?.map(([, , amount]) => amount);

  it('count new records in the running month and in no other', () => {
    expect(pending({ month: 'november' }, ...entriesFor(enrolment))).toEqual([1_000n, 400n, 600n]);
    expect(pending({ month: 'october' }, ...entriesFor(enrolment))).toEqual([0n, 0n, 0n]);
  });

  it('count new records that the words match', () => {
    expect(pending({ search: 'مني' }, ...entriesFor(enrolment))).toEqual([1_000n, 400n, 600n]);
    expect(pending({ search: 'omar' }, ...entriesFor(enrolment))).toEqual([0n, 0n, 0n]);
  });

  it('take a payment off the debt of an enrolment that is pending itself', () => {
    const parent = enrolment.id;
    const rows = entriesFor(enrolment, newInstallment(parent, '1.00', course(parent)));
    expect(pending({ month: 'november' }, ...rows)).toEqual([1_000n, 500n, 500n]);
  });
});

describe('a list of cached records', () => {
  const cached = [
    c1,
    course('c2', {
      price: '100.00',
      paid_amount: '100.00',
      remaining_amount: '0.00',
      custom_date: '2026-10-01',
    }),
    course('c3', { student: 's2', student_data: { id: 's2', name: 'Omar', code: 'S-0002', phone: null } }),
  ].map((record) => ({ record, began: 100, ended: 110 }));
  const find = (search: object, outbox: OutboxEntry[] = []) =>
    searchOffline(courses, cached, outbox, { page: 1, ...search }, 'november');
  const ids = (search: object) => find(search).rows.map(({ record }) => record.id);

  it('matches words, with Arabic forms folded, and receipt numbers', () => {
    expect(ids({ search: 'مني احمد' })).toEqual(['c1', 'c2']);
    expect(ids({ search: 'rc3' })).toEqual(['c3']);
  });

  it('applies the filters to the effective date', () => {
    expect(ids({ owing: true })).toEqual(['c3', 'c1']);
    expect(ids({ created_before: '2026-10-01' })).toEqual(['c2']);
    expect(ids({ student: 's2' })).toEqual(['c3']);
  });

  it('sorts by a column as the server would, newest first among equals', () => {
    expect(ids({ ordering: 'price' })[0]).toBe('c2');
    expect(ids({ ordering: '-created_at' }).at(-1)).toBe('c2');
    expect(ids({ ordering: 'student' })).toHaveLength(3);
  });

  it('overlays pending entries and sums what it shows', () => {
    const found = find({ owing: true }, entriesFor(newCourse('s1', '10.00', '4.00')));
    expect([found.count, found.searched]).toEqual([3, 4]);
    expect(found.totals[0]).toEqual({ name: 'price', amount: 600_020n, pending: 1_000n });
  });

  it('reports unknown months instead of guessing, and shows new records of the running month', () => {
    const rows = entriesFor(newCourse('s1', '10.00', '4.00'));
    expect(find({ month: 'october' }, rows)).toMatchObject({ monthUnknown: true, rows: [], count: 0 });
    const found = find({ month: 'november' }, rows);
    expect(found).toMatchObject({ monthUnknown: true, count: 1, rows: [{ pending: { kind: 'create' } }] });
    expect(found.totals[0]).toEqual({ name: 'price', amount: 0n, pending: 1_000n });
  });
});
