import { describe, expect, it } from 'vitest';
import { type NewLine, newLine, readLines } from '#app/features/take-payment/new-lines.ts';
import {
  emptyInput,
  type PaymentInput,
  readInput,
  reopenedInput,
  storeInput,
} from '#app/features/take-payment/payment-input.ts';
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

  it('come back from a draft and from a reopened payment as they were typed', () => {
    const input: PaymentInput = {
      received: { amount: '300', excluded: new Set(['bus 2']), typed: new Map([['bus 1', '5']]) },
      receipt: '1213',
      customDate: '2026-03-02',
      notes: 'of the father',
      lines: [book({ paid_amount: '10' })],
      tenders: [
        { method: 'cash', reference: '', amount: '4' },
        { method: 'instapay', reference: 'TX-1', amount: '' },
      ],
    };
    expect(readInput(storeInput(input))).toEqual(input);
    expect(readInput('{"amount":1}')).toBeUndefined();
    expect(readInput('not json')).toBeUndefined();
    expect(reopenedInput(undefined)).toBe(emptyInput);
    const reopened = reopenedInput({
      id: 'k1',
      resource: 'collection',
      kind: 'create',
      body: {
        receipt_number: '1213',
        custom_date: '2026-03-02',
        payments: [{ resource: 'bus', related_record: '1', paid_amount: '5.00' }],
        records: [
          { resource: 'book-payout', student: 's1', book: 'b1', quantity: '1', paid_amount: '10.00' },
        ],
      },
      referenced: { [pickedName(0, 'book')]: starter, [pickedName(1)]: { id: '1' } },
    });
    expect(reopened).toMatchObject({ receipt: '1213', customDate: '2026-03-02', notes: '' });
    expect(reopened.received).toMatchObject({ amount: '15.00', typed: new Map([['bus 1', '5.00']]) });
    expect(readLines(reopened.lines)).toMatchObject([{ paid: 1_000n, stock: 3n, body: { book: 'b1' } }]);
  });
});
