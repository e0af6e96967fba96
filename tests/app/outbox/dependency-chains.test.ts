import { describe, expect, it } from 'vitest';
import { retryPolicyOf } from '#app/api/retry-policy.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { temporaryId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { nextEntries } from '#app/outbox/sender/scheduler.ts';
import { pendingCash } from '#app/reads/pending-money.ts';
import { pageWithPending } from '#app/reads/with-pending.ts';
import { describe as describeRow } from '#app/sync-center/describe.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { type Device, stored, type Tab } from './device.ts';
import { entriesFor } from './entries.ts';
import { withDevice } from './with-device.ts';

const create = (
  resource: ResourceName,
  body: Record<string, unknown>,
  more: Partial<Mutation> = {},
): Mutation => ({
  id: crypto.randomUUID(),
  resource,
  kind: 'create',
  body,
  ...more,
});
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

const chosen = (rows: readonly OutboxEntry[]) =>
  nextEntries(rows, { now: 1_000_000, free: 4, retries: retryPolicyOf(true) }).map(({ seq }) => seq);

describe('writes that draw on one balance go one after the other', () => {
  it('orders and payouts of one book; other books beside them', () => {
    expect(chosen(entriesFor(order('b1'), payout('b1'), payout('b2')))).toEqual([1, 3]);
  });

  it('deductions before the salary that takes them off, and a salary before later deductions', () => {
    expect(chosen(entriesFor(deduction('e1'), salary('e1'), deduction('e2')))).toEqual([1, 3]);
    expect(chosen(entriesFor(salary('e1'), deduction('e1')))).toEqual([1]);
  });

  it('but do not wait for one that was refused', () => {
    expect(chosen(entriesFor([deduction('e1'), { state: 'rejected' }], salary('e1')))).toEqual([2]);
  });
});

describe('what is on its way shows in', () => {
  const span = { began: 100, ended: 110 };
  const read = (results: { id: string; [field: string]: unknown }[]) => ({
    data: { count: results.length, next: null, previous: null, results },
    ...span,
    readAt: 0,
  });
  const stock = (rows: OutboxEntry[]) =>
    pageWithPending(resourceOf('book'), read([{ id: 'b1', name: 'Starter', quantity: '5' }]), rows, {})
      .rows[0];

  it('the stock of a book: orders, payouts, their edits and deletions', () => {
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

  it('49 refetch before ack: the stock counts a payout once, whatever the order of read and answer', () => {
    const done = (acknowledgedAt: number) =>
      entriesFor([payout('b1'), { state: 'done', firstSentAt: 90, acknowledgedAt }]);
    expect(stock(done(95))?.record.quantity).toBe('5');
    const later = entriesFor([payout('b1'), { state: 'done', firstSentAt: 200, acknowledgedAt: 210 }]);
    expect(stock(later)?.record.quantity).toBe('3');
  });

  it('the debt of a payout, where its price is known', () => {
    const { rows } = pageWithPending(
      resourceOf('book-payout'),
      undefined,
      entriesFor(payout('b1', '2', '80.00')),
      {},
    );
    expect(rows[0]?.record).toMatchObject({ price: '80.00', remaining_amount: '30.00' });
    const unknown = pageWithPending(resourceOf('book-payout'), undefined, entriesFor(payout('b1')), {})
      .rows[0];
    expect(unknown?.record).toMatchObject({ price: null, remaining_amount: null });
  });

  it('the figures: salaries as far as they are known, and what is not known is said', () => {
    const rows = entriesFor(salary('e1', '4000.00'), salary('e2'), order('b1'), payout('b1'));
    expect(pendingCash(rows, span)).toMatchObject({
      byFigure: { salaries: 400_000n, book_expenses: 10_000n, book_revenue: 5_000n },
      income: 5_000n,
      unknown: ['salaries'],
    });
    const answered = entriesFor([
      salary('e2'),
      { state: 'done', firstSentAt: 200, acknowledgedAt: 210, result: { id: '1', amount: '900.00' } },
    ]);
    expect(pendingCash(answered, span)).toMatchObject({ byFigure: { salaries: 90_000n }, unknown: [] });
  });

  it('plain words', () => {
    const names = { book: { id: 'b1', name: 'Starter' }, student: { id: 's1', name: 'Mona Adel' } };
    const sara = { employee: { id: 'e1', name: 'Sara Nabil' } };
    const rows = entriesFor(
      { ...payout('b1'), referenced: names },
      { ...order('b1', '1'), referenced: names },
      { ...salary('e1', '4000.00'), referenced: sara },
      { ...salary('e1'), referenced: sara },
      { ...deduction('e1'), referenced: sara },
      create('expense', { title: 'Rent', amount: '900.00' }),
    );
    expect(rows.map(describeRow)).toEqual([
      'Book Payout · Starter, Mona Adel · 2 copies · L.E. 50.00',
      'Book Order · Starter · 1 copy · L.E. 100.00',
      'Salary · Sara Nabil · L.E. 4,000.00',
      'Salary · Sara Nabil · amount not known yet',
      'Deduction · Sara Nabil · L.E. 300.00',
      'Expense · Rent · L.E. 900.00',
    ]);
  });
});

describe('on a device', () => {
  let device: Device;
  let tab: Tab;
  const owner = { ownerId: 'mona', branchId: 'b1' };

  withDevice((fresh) => {
    device = fresh;
    tab = device.tab();
  });

  it('a chain over records that are all new arrives in order, under the ids of the host', async () => {
    const book = create('book', { name: 'Starter', sell_price: '40.00' });
    const employee = create('employee', {
      name: 'Sara',
      job_title: 'Teacher',
      phone: '1',
      salary: '5000.00',
    });
    const [bookId, employeeId] = [temporaryId(book.id), temporaryId(employee.id)];
    const writes = [book, order(bookId), payout(bookId), employee, deduction(employeeId), salary(employeeId)];
    device.host.offline = true;
    for (const write of writes) expect((await tab.enqueue(write)).outcome).toBe('stored');
    device.host.offline = false;
    await tab.drain();
    const rows = await stored(owner);
    expect(rows.map(({ state }) => state)).toEqual(writes.map(() => 'done'));
    const sent = device.host.writes().map(({ path }) => path);
    const places = ['/books/', '/book-order/', '/book-payout/'].map((path) => sent.indexOf(path));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(sent.indexOf('/deductions/')).toBeLessThan(sent.indexOf('/salaries/'));
    const said = device.host.writes().map(({ body }) => body ?? '');
    expect(said.filter((body) => body.includes('new-'))).toEqual([]);
  });

  it('forgets what a form worked out once what it rests on is changed, dropped or refused', async () => {
    const expectations = async () => (await stored(owner)).map(({ expected }) => expected?.amount);
    device.host.offline = true;
    const [first, second] = [deduction('e1'), deduction('e2')];
    for (const write of [first, salary('e1', '4700.00'), second, salary('e2', '4700.00')])
      await tab.enqueue(write);
    expect(await expectations()).toEqual([undefined, '4700.00', undefined, '4700.00']);
    await tab.enqueue({
      ...deduction('e1', '900.00'),
      kind: 'update',
      recordId: temporaryId(first.id),
    });
    expect(await expectations()).toEqual([undefined, undefined, undefined, '4700.00']);
    device.host.offline = false;
    device.host.next({ status: 400, body: { reason: ['No.'] } }, ({ body }) => body?.includes('e2') ?? false);
    device.host.next({ status: 503 }, ({ path }) => path === '/salaries/');
    device.host.next({ status: 503 }, ({ path }) => path === '/salaries/');
    await tab.drain();
    expect((await stored(owner)).at(-1)).toMatchObject({ state: 'unknown' });
    expect((await expectations()).at(-1)).toBeUndefined();
  });
});
