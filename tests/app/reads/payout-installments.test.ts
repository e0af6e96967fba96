import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { overlayPage } from '#app/reads/with-pending.ts';
import { describe as describeEntry } from '#app/sync-center/describe.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { entriesFor, pageRead } from '../outbox/entries.ts';
import { change, create, removal } from '../outbox/mutations.ts';
import { payoutInstallment, starter, storedRecord } from '../resources/samples.ts';

const payouts = resourceOf('book-payout');
const books = resourceOf('book');
const amounts = { quantity: '2', price: '200.00', paid_amount: '50.00', remaining_amount: '150.00' };
const payout: RecordRow = { ...storedRecord(payouts, amounts), id: 'p1' };
const paid: RecordRow = { ...payout, ...payoutInstallment, paid_amount: '30.00', receipt_number: '1040' };

const installment = (amount: string) =>
  create(
    'book-payout',
    { is_installment: true, related_record: 'p1', receipt_number: '1042', paid_amount: amount },
    { referenced: { related_record: payout } },
  );
const edit = change('book-payout', paid, { paid_amount: '40.00' });

const show = (entries: readonly OutboxEntry[]) =>
  overlayPage(payouts, pageRead([payout]), entries, { page: 1 }).rows;
const stockWith = (entries: readonly OutboxEntry[]) =>
  overlayPage(books, pageRead([starter]), entries, {}).rows[0]?.record.quantity;

describe('a pending installment of a book payout', () => {
  it('lowers what remains, and is shown with the names of its payout, without price and copies', () => {
    const rows = show(entriesFor(installment('60.00')));
    const names = { student_data: { name: 'Mona Adel' }, book_data: { name: 'Starter One' } };
    expect(rows.map(({ record }) => record)).toMatchObject([
      { ...names, quantity: '0', price: null, remaining_amount: null },
      { id: 'p1', paid_amount: '50.00', remaining_amount: '90.00' },
    ]);
    expect(rows[1]).toMatchObject({ pendingMoney: true });
  });

  it('never changes the stock', () => {
    for (const one of [installment('60.00'), edit, removal('book-payout', paid)])
      expect(stockWith(entriesFor(one)), one.kind).toBe('10');
  });

  it('is named with its amount and receipt, without copies', () => {
    const [made, update] = entriesFor(installment('60.00'), edit);
    expect(made && describeEntry(made)).toBe(
      'Installment · Starter One, Mona Adel · L.E. 60.00 · receipt 1042',
    );
    expect(update && describeEntry(update)).toBe(
      'Change installment · Starter One, Mona Adel · L.E. 40.00 · receipt 1040',
    );
  });
});
