import { describe, expect, it } from 'vitest';
import { withLines } from '#app/outbox/model/lines.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { receiptOfEntry } from '#app/printing/receipt/local-receipt.ts';
import { pendingMoney } from '#app/reads/figures.ts';
import { overlayPage } from '#app/reads/with-pending.ts';
import { describe as describeEntry } from '#app/sync-center/describe.ts';
import { serverMessages } from '#app/sync-center/problems/problem-card.tsx';
import { lineId } from '#contract/ids.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { pickedName } from '#contract/writes/lines.ts';
import { device, stored, tab, withDevice } from './device.ts';
import { entriesFor, pageRead } from './entries.ts';
import { create, newCourse, newStudent } from './mutations.ts';

const mona = { id: 's1', name: 'Mona' };
const book = { id: 'b1', name: 'Starter', sell_price: '40.00', quantity: '5' };
const debt = {
  id: 'c1',
  student: 's1',
  student_data: mona,
  price: '900.00',
  paid_amount: '0.00',
  remaining_amount: '300.00',
};
const listed = (name: ResourceName, entries: ReturnType<typeof entriesFor>, ...results: { id: string }[]) =>
  overlayPage(resourceOf(name), pageRead(results), entries, {}).rows.map(({ record }) => record);

/** Two copies of a book and L.E. 100.00 towards a course, on one paper. */
const paper = (more: Partial<Mutation> = {}): Mutation => ({
  id: crypto.randomUUID(),
  resource: 'collection',
  kind: 'create',
  body: {
    receipt_number: '1213',
    payments: [{ resource: 'adult-course', related_record: 'c1', paid_amount: '100.00' }],
    records: [{ resource: 'book-payout', student: 's1', book: 'b1', quantity: '2', paid_amount: '50.00' }],
  },
  referenced: {
    [pickedName(0, 'student')]: mona,
    [pickedName(0, 'book')]: book,
    [pickedName(1)]: debt,
  },
  expected: { [pickedName(0)]: { price: '80.00' } },
  ...more,
});

describe('the overlay of a write that makes records', () => {
  const entries = entriesFor(paper());

  it('lays them over lists, stock, figures and the receipt like records of their own', () => {
    expect(listed('book-payout', entries)).toMatchObject([
      {
        price: '80.00',
        paid_amount: '50.00',
        remaining_amount: '30.00',
        quantity: '2',
        receipt_number: '1213',
        is_installment: false,
        student_data: { name: 'Mona' },
        book_data: { name: 'Starter' },
      },
    ]);
    expect(listed('book', entries, book)).toMatchObject([{ quantity: '3' }]);
    expect(listed('adult-course', entries, debt)).toMatchObject([
      { is_installment: true, paid_amount: '100.00' },
      { remaining_amount: '200.00' },
    ]);
    expect(pendingMoney(withLines(entries)).received).toBe(15_000n);
    expect(entries.map(describeEntry)).toEqual(['Payment · Book Payout · Mona · L.E. 150.00 · receipt 1213']);
    const [entry] = entries;
    if (!entry) throw new Error('No entry');
    expect(receiptOfEntry(entry)).toMatchObject({
      total: '150.00',
      remaining: '230.00',
      students: [mona],
      lines: [
        {
          resource: 'book-payout',
          remaining: '30.00',
          record: { book_data: { name: 'Starter' }, quantity: '2' },
        },
        { resource: 'adult-course', remaining: '200.00' },
      ],
    });
  });

  it('names the line that is wrong', () => {
    const [outOfStock] = entriesFor([
      paper(),
      {
        state: 'rejected',
        lastStatus: 400,
        problems: [{ field: 'records.0.quantity', message: 'Too many.' }],
      },
    ]);
    if (!outOfStock) throw new Error('No entry');
    expect(serverMessages(outOfStock)).toEqual(['Mona, Starter: Too many.']);
  });

  it('is sent after an order of the same book, and a later payout after it', () => {
    const order = { resource: 'book-order', kind: 'create', body: { book: 'b1', quantity: '9' } } as const;
    const payout = { resource: 'book-payout', kind: 'create', body: { book: 'b1', quantity: '1' } } as const;
    const [first, second, third] = entriesFor({ ...order, id: 'order' }, paper({ id: 'paper' }), {
      ...payout,
      id: 'payout',
    });
    expect([first, second, third].map((entry) => entry?.dependsOn)).toEqual([
      [],
      ['order'],
      ['order', 'paper'],
    ]);
  });
});

describe('a write that makes records', () => {
  withDevice();
  const courses = () =>
    [...device.server.courses.values()].map(({ price, paid_amount }) => [price, paid_amount]);

  it('is sent once with the ids of what it refers to; what it makes is not named by others before', async () => {
    device.server.offline = true;
    const student = newStudent('Omar');
    const first = newCourse(student.id, '300.00', '0.00');
    await tab.enqueue(student);
    await tab.enqueue(first);
    const { receipt_number: _, ...own } = newCourse(student.id, '500.00', '200.00').body;
    const both = paper({
      body: {
        receipt_number: '1213',
        payments: [{ resource: 'adult-course', related_record: first.id, paid_amount: '100.00' }],
        records: [{ resource: 'adult-course', ...own }],
      },
      referenced: {},
    });
    await tab.enqueue(both);
    const installment: Mutation = create('adult-course', {
      is_installment: true,
      related_record: lineId(both.id, 0),
      receipt_number: '9',
      paid_amount: '5.00',
    });
    expect(await tab.enqueue(installment)).toMatchObject({
      outcome: 'rejected',
      detail: expect.stringContaining('paid together with others'),
    });
    device.server.offline = false;
    device.server.next('drop-after', ({ path }) => path === '/collections/');
    await tab.send();
    await tab.send();
    expect((await stored(tab.owner)).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(courses()).toEqual([
      ['300.00', '0.00'],
      [null, '100.00'],
      ['500.00', '200.00'],
    ]);
    await tab.enqueue({ ...installment, id: crypto.randomUUID() });
    await tab.send();
    expect(courses().at(-1)).toEqual([null, '5.00']);
  });
});
