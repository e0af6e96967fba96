import { describe, expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { resources } from '#contract/resources/registry.ts';
import { books, orders, payouts, stock, students } from './bodies.ts';
import { withDesk } from './with-server.ts';

const counts = resources['stock-count'].path;
const { server, manager: client, staff, factory } = withDesk();

const bookOf = async (id: string) => (await client.get(`${books}${id}/`)).body;
const count = (book: string, counted: string, given: object = {}) =>
  client.send('POST', counts, { book, counted, reason: 'Shelf', ...given });

describe('a count of the stock', () => {
  it('corrects the stock by its difference, and the profit at the average cost', async () => {
    const { id: book } = await client.create(books, factory.book({ sell_price: '100' }));
    await client.create(orders, factory.bookOrder(book, { quantity: '10', price: '600', paid_amount: '0' }));
    const before = await bookOf(book);
    const made = await count(book, '8');
    expect(made).toMatchObject({
      status: 201,
      body: { expected: '10', counted: '8', difference: '-2', created_by: expect.any(String) },
    });
    expect(await bookOf(book)).toMatchObject({ quantity: '8', corrected: '-2', corrected_cost: '-120.00' });
    expect(Number((await bookOf(book)).profit) - Number(before.profit)).toBe(-120);
    await count(book, '9');
    expect(await bookOf(book)).toMatchObject({ quantity: '9', corrected: '-1' });
    expect((await client.send('DELETE', `${counts}${made.body.id}/`)).status).toBe(200);
    expect(await bookOf(book)).toMatchObject({ quantity: '11', corrected: '1' });
  });

  it('keeps what moved after it was counted', async () => {
    const book = await stock(client, 10, {}, factory);
    const { id: student } = await client.create(students, factory.student());
    // Counted at 9 of 10; a copy was sold before the count arrived.
    await client.create(payouts, factory.bookPayout(book, student));
    await count(book, '9', { expected: '10' });
    expect(await bookOf(book)).toMatchObject({ quantity: '8', corrected: '-1' });
  });

  it('never leaves fewer copies than none, and no more are handed out', async () => {
    const book = await stock(client, 2, {}, factory);
    const { id: student } = await client.create(students, factory.student());
    expect((await count(book, '0', { expected: '3' })).body).toEqual({
      counted: ['With this count fewer copies than none would be in stock.'],
    });
    await count(book, '1');
    const two = factory.bookPayout(book, student, { quantity: '2' });
    expect((await client.send('POST', payouts, two)).body).toEqual({
      quantity: ['Only 1 copy in stock.'],
    });
    const found = await count(book, '3');
    await client.create(payouts, two);
    expect((await client.send('DELETE', `${counts}${found.body.id}/`)).status).toBe(409);
    expect((await client.send('POST', counts, { book, counted: '-1', reason: 'x' })).status).toBe(400);
    await expect(
      server.queryAsOwner('update book set corrected = -9 where branch_id = $1 and id = $2', [
        String(client.branchId),
        book,
      ]),
    ).rejects.toThrow('book_stock');
  });

  it('of another day is not deleted by the staff who counted', async () => {
    const book = await stock(client, 10, {}, factory);
    const count = await staff.create(counts, { book, counted: '7', reason: 'Shelf' });
    server.clock.now = new Date('2026-03-11T09:00:00Z');
    const { status, body } = await staff.send('DELETE', `${counts}${count.id}/`);
    expect([status, body.detail]).toEqual([403, permissions['money.remove-any'].refusal]);
  });

  it('races payouts: copies are handed out or missing, never both', async () => {
    const book = await stock(client, 5, {}, factory);
    const { id: student } = await client.create(students, factory.student());
    const answers = await Promise.all([
      count(book, '2', { expected: '5' }),
      ...Array.from({ length: 5 }, () => client.send('POST', payouts, factory.bookPayout(book, student))),
    ]);
    const out = answers.slice(1).filter(({ status }) => status === 201).length;
    const missing = answers[0]?.status === 201 ? 3 : 0;
    expect(out + missing).toBeLessThanOrEqual(5);
    expect(await bookOf(book)).toMatchObject({ quantity: String(5 - out - missing) });
  });
});
