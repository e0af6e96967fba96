import { describe, expect, it } from 'vitest';
import { type NewLine, newLine, readLines } from '#app/features/take-payment/new-lines.ts';
import {
  linesIn,
  paysName,
  receivedIn,
  reopenedPayment,
  shareName,
  tendersIn,
} from '#app/features/take-payment/payment-values.ts';
import { emptyReceivedSum, layOut } from '#app/features/take-payment/received-sum.ts';
import { pickedName } from '#contract/writes/lines.ts';

const mona = { id: 's1', name: 'Mona' };
const starter = { id: 'b1', name: 'Starter', sell_price: '40.00', quantity: '3' };
const given = (line: NewLine, values: Record<string, string>, picked = {}): NewLine => ({
  ...line,
  values: { ...line.values, ...values },
  picked: { ...line.picked, ...picked },
});
const book = (values: Record<string, string> = {}) =>
  given(newLine('book-payout', mona), { book: 'b1', ...values }, { book: starter });
const bus = (values: Record<string, string> = {}) => given(newLine('bus', mona), values);

describe('new lines of a receipt', () => {
  it('are paid in full until somebody types less, and come off the sum before the debts', () => {
    const [copy, ride] = readLines([book(), bus({ price: '500', paid_amount: '200' })]);
    expect(copy).toMatchObject({
      price: 4_000n,
      paid: 4_000n,
      stock: 3n,
      body: { student: 's1', book: 'b1', quantity: '1', paid_amount: '40.00' },
    });
    expect(ride).toMatchObject({ price: 50_000n, paid: 20_000n, body: { price: '500.00' } });
    const debts = [{ key: 'bus 1', remaining: 30_000n }];
    const laid = layOut({ ...emptyReceivedSum, amount: '300' }, debts, 24_000n);
    expect(laid).toMatchObject({ total: 30_000n, isRight: true });
    expect(laid.parts.get('bus 1')?.amount).toBe(6_000n);
    expect(layOut(emptyReceivedSum, [], 24_000n)).toMatchObject({ total: 24_000n, isRight: true });
    expect(layOut({ ...emptyReceivedSum, amount: '100' }, debts, 24_000n).isRight).toBe(false);
  });

  it.each<[string, NewLine[], string, string | RegExp]>([
    ['without a book', [given(newLine('book-payout', mona), {})], 'book', /./],
    ['of more copies than there are', [book({ quantity: '4' })], 'quantity', 'Only 3 copies in stock.'],
    [
      'of copies that another line takes',
      [book({ quantity: '2' }), book({ quantity: '2' })],
      'quantity',
      'Only 1 copy in stock.',
    ],
    ['for which nothing is paid', [book({ paid_amount: '0' })], 'paid_amount', 'Enter an amount above zero'],
    ['paid over its price', [bus({ price: '10', paid_amount: '10.01' })], 'paid_amount', /10\.00/],
    ['without a price', [bus()], 'price', /./],
  ])('%s are not saved, and say why', (_what, lines, field, message) => {
    const [read] = readLines(lines);
    expect(read?.body).toBeUndefined();
    expect(read?.problems.get(field)).toMatch(message);
  });

  it('come back from a reopened payment as they were typed', () => {
    const { values, chosen } = reopenedPayment({
      id: 'k1',
      resource: 'collection',
      kind: 'create',
      body: {
        receipt_number: '1213',
        custom_date: '2026-03-02',
        tenders: [
          { payment_method: 'credit', amount: '2.00' },
          { payment_method: 'instapay', payment_reference: 'TX-1', amount: '13.00' },
        ],
        payments: [{ resource: 'bus', related_record: '1', paid_amount: '5.00' }],
        records: [
          { resource: 'book-payout', student: 's1', book: 'b1', quantity: '1', paid_amount: '10.00' },
        ],
      },
      referenced: { [pickedName(0, 'book')]: starter, [pickedName(1)]: { id: '1' } },
    });
    const debts = [{ key: 'bus 1', remaining: 30_000n }];
    expect(receivedIn(values, debts)).toEqual({
      amount: '13.00',
      excluded: new Set(),
      typed: new Map([['bus 1', '5.00']]),
    });
    expect(values).toMatchObject({ receipt_number: '1213', custom_date: '2026-03-02', credit: '2.00' });
    expect(tendersIn(values)).toEqual([{ method: 'instapay', reference: 'TX-1', amount: '13.00' }]);
    expect(readLines(linesIn(values, chosen))).toMatchObject([
      { paid: 1_000n, stock: 3n, body: { book: 'b1' } },
    ]);
  });

  it('and debts keep a value each, whatever marks their ids have', () => {
    const debts = [{ key: 'bus a.b[0],"c"', remaining: 10_000n }];
    const values = { [shareName('bus a.b[0],"c"')]: '5', [paysName('bus 2')]: 'false' };
    expect(Object.keys(values).join()).not.toMatch(/[.[\]"]/);
    expect(receivedIn(values, debts).typed).toEqual(new Map([['bus a.b[0],"c"', '5']]));
  });
});
