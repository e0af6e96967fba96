import { describe, expect, it } from 'vitest';
import { retryPolicyOf } from '#app/api/strategies.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { nextEntries } from '#app/outbox/sender/send-entries.ts';
import { pendingMoney } from '#app/reads/figures.ts';
import { overlayPage } from '#app/reads/with-pending.ts';
import { describe as describeEntry } from '#app/sync-center/describe.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { device, stored, tab, withDevice } from './device.ts';
import { entriesFor, pageRead } from './entries.ts';
import { changeUnseen, create } from './mutations.ts';

const order = (book: string, quantity = '10') =>
  create('book-order', { book, quantity, price: '500.00', paid_amount: '100.00' });
const payout = (book: string, quantity = '2', price?: string) =>
  create(
    'book-payout',
    { book, student: 's1', quantity, paid_amount: '50.00' },
    price === undefined ? {} : { expected: { price } },
  );
const deduction = (employee: string, amount = '300.00') =>
  create('deduction', { employee, amount, reason: 'Late' });
const salary = (employee: string, amount?: string) =>
  create('salary', { employee, custom_date: null }, amount === undefined ? {} : { expected: { amount } });

const chosen = (entries: readonly OutboxEntry[]) =>
  nextEntries(entries, { now: 1_000_000, free: 4, retries: retryPolicyOf(true) }).map(({ seq }) => seq);

describe('mutations that share a balance are sent one after the other', () => {
  it('orders and payouts of one book wait for each other, other books do not', () => {
    expect(chosen(entriesFor(order('b1'), payout('b1'), payout('b2')))).toEqual([1, 3]);
  });

  it('deductions are sent before the salary that settles them, and a salary before later deductions', () => {
    expect(chosen(entriesFor(deduction('e1'), salary('e1'), deduction('e2')))).toEqual([1, 3]);
    expect(chosen(entriesFor(salary('e1'), deduction('e1')))).toEqual([1]);
  });
});

describe('overlay of pending entries', () => {
  const stock = (entries: OutboxEntry[]) =>
    overlayPage(resourceOf('book'), pageRead([{ id: 'b1', name: 'Starter', quantity: '5' }]), entries, {})
      .rows[0];

  it('the stock of a book includes orders, payouts, their edits and deletions', () => {
    expect(stock(entriesFor(order('b1'), payout('b1'), payout('b2', '4')))).toMatchObject({
      record: { quantity: '13' },
      pendingCounts: true,
    });
    const edit: Mutation = {
      ...payout('b1', '1'),
      kind: 'update',
      recordId: 'p1',
      before: { id: 'p1', book: 'b1', quantity: '4' },
    };
    expect(stock(entriesFor(edit))?.record.quantity).toBe('8');
    expect(stock(entriesFor({ ...edit, kind: 'delete', body: {} }))?.record.quantity).toBe('9');
    expect(stock(entriesFor([payout('b1'), { state: 'rejected' }]))?.record.quantity).toBe('5');
  });

  it('49 refetch before ack: the stock counts a payout once, whatever the order of read and acknowledgement', () => {
    const done = (acknowledgedAt: number) =>
      entriesFor([payout('b1'), { state: 'done', firstSentAt: 90, acknowledgedAt }]);
    expect(stock(done(95))?.record.quantity).toBe('5');
    const later = entriesFor([payout('b1'), { state: 'done', firstSentAt: 200, acknowledgedAt: 210 }]);
    expect(stock(later)?.record.quantity).toBe('3');
  });

  it('the debt of a payout is shown if its price is known', () => {
    const { rows } = overlayPage(
      resourceOf('book-payout'),
      undefined,
      entriesFor(payout('b1', '2', '80.00')),
      {},
    );
    expect(rows[0]?.record).toMatchObject({ price: '80.00', remaining_amount: '30.00' });
    const unknown = overlayPage(resourceOf('book-payout'), undefined, entriesFor(payout('b1')), {}).rows[0];
    expect(unknown?.record).toMatchObject({ price: null, remaining_amount: null });
  });

  it('what is not sent yet is counted with the amounts that are known', () => {
    const entries = entriesFor(salary('e1', '4000.00'), salary('e2'), order('b1'), payout('b1'));
    expect(pendingMoney(withLines(entries))).toEqual({ count: 4, received: 5_000n, spent: 410_000n });
  });

  it('an entry is described in plain words', () => {
    const names = { book: { id: 'b1', name: 'Starter' }, student: { id: 's1', name: 'Mona Adel' } };
    const sara = { employee: { id: 'e1', name: 'Sara Nabil' } };
    const entries = entriesFor(
      { ...payout('b1'), referenced: names },
      { ...order('b1', '1'), referenced: names },
      { ...salary('e1', '4000.00'), referenced: sara },
      { ...salary('e1'), referenced: sara },
      { ...deduction('e1'), referenced: sara },
      create('expense', { title: 'Rent', amount: '900.00' }),
    );
    expect(entries.map(describeEntry)).toEqual([
      'Book Payout · Starter, Mona Adel · 2 copies · L.E. 50.00',
      'Book Order · Starter · 1 copy · L.E. 100.00',
      'Salary · Sara Nabil · L.E. 4,000.00',
      'Salary · Sara Nabil · amount not known yet',
      'Deduction · Sara Nabil · L.E. 300.00',
      'Expense · Rent · L.E. 900.00',
    ]);
  });
});

describe('sending dependent mutations', () => {
  const owner = { ownerId: 'mona', branchId: 'b1' };

  withDevice();

  it('expected values are deleted once an input is changed, removed or rejected', async () => {
    const expectedAmounts = async () => (await stored(owner)).map(({ expected }) => expected?.amount);
    device.server.offline = true;
    const [first, second] = [deduction('e1'), deduction('e2')];
    for (const mutation of [first, salary('e1', '4700.00'), second, salary('e2', '4700.00')])
      await tab.enqueue(mutation);
    expect(await expectedAmounts()).toEqual([undefined, '4700.00', undefined, '4700.00']);
    await tab.enqueue(changeUnseen('deduction', first.id, deduction('e1', '900.00').body));
    expect(await expectedAmounts()).toEqual([undefined, undefined, undefined, '4700.00']);
    device.server.offline = false;
    device.server.next(
      { status: 400, body: { reason: ['No.'] } },
      ({ body }) => body?.includes('"e2"') ?? false,
    );
    device.server.next({ status: 503 }, ({ path }) => path === '/salaries/');
    device.server.next({ status: 503 }, ({ path }) => path === '/salaries/');
    await tab.send();
    expect((await stored(owner)).at(-1)).toMatchObject({ state: 'unknown' });
    expect((await expectedAmounts()).at(-1)).toBeUndefined();
  });
});
