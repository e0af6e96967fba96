import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { searchOffline } from '#app/resources/list/search-offline.ts';
import { serverTotals, totalPaidSoFar } from '#app/resources/list/totals.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { entriesFor, storedCourse } from '../outbox/entries.ts';
import { newCourse } from '../outbox/mutations.ts';

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
  count,
  next: null,
  previous: null,
  results: [c1],
  ...(totals && { totals }),
});
const totalsOf = (read: ReturnType<typeof page>) =>
  serverTotals(courses, read)?.map(({ name, amount }) => [name, amount]);

describe('the totals of a list', () => {
  it('are those of the server over all pages', () => {
    expect(
      totalsOf(page(31, { price: '90000.30', paid_amount: '0.10', remaining_amount: '90000.20' })),
    ).toEqual([
      ['price', 9_000_030n],
      ['paid_amount', 10n],
      ['remaining_amount', 9_000_020n],
    ]);
  });

  it('tell what was paid so far of the listed debts: price less what remains', () => {
    const soFar = (totals: Record<string, string>) =>
      totalPaidSoFar(courses, serverTotals(courses, page(31, totals)) ?? []);
    expect(soFar({ price: '3600.00', paid_amount: '1800.00', remaining_amount: '500.00' })).toEqual({
      name: 'paid_amount',
      amount: 310_000n,
    });
    expect(soFar({ price: '3600.00', paid_amount: '1800.00', remaining_amount: '1800.00' })).toBeUndefined();
  });

  it('leave out a column with a malformed amount', () => {
    expect(totalsOf(page(31, { price: 'abc', paid_amount: '0.10', remaining_amount: '0.20' }))).toEqual([
      ['paid_amount', 10n],
      ['remaining_amount', 20n],
    ]);
    const rows = { ...page(1), results: [course('c1', { price: 'abc' })] };
    expect(totalsOf(rows)?.map(([name]) => name)).toEqual(['paid_amount', 'remaining_amount']);
  });

  it('count a missing amount, such as the price of an installment, as 0', () => {
    const rows = { ...page(1), results: [course('c1', { price: null })] };
    expect(totalsOf(rows)?.[0]).toEqual(['price', 0n]);
  });

  it('are summed up if the server sends none and every record is on the page, else unknown', () => {
    expect(totalsOf(page(1))?.[0]).toEqual(['price', 300_010n]);
    expect(totalsOf(page(31))).toBeUndefined();
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
    expect(found.totals[0]).toEqual({ name: 'price', amount: 601_020n });
  });

  it('reports unknown months instead of guessing, and shows new records of the running month', () => {
    const rows = entriesFor(newCourse('s1', '10.00', '4.00'));
    expect(find({ month: 'october' }, rows)).toMatchObject({ monthUnknown: true, rows: [], count: 0 });
    const found = find({ month: 'november' }, rows);
    expect(found).toMatchObject({ monthUnknown: true, count: 1, rows: [{ pending: { kind: 'create' } }] });
    expect(found.totals[0]).toEqual({ name: 'price', amount: 1_000n });
  });
});
