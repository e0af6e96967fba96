import { describe, expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { books, orders, payouts, stock, students } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withBranch } from './with-server.ts';

let student: string;
const { server, client, factory } = withBranch(async () => {
  student = (await client.create(students, factory.student({ name: 'Mona Adel' }))).id;
});

const order = (book: string, quantity: string, price: string, paid = '0') =>
  client.create(orders, factory.bookOrder(book, { quantity, price, paid_amount: paid, notes: '' }));
const payOut = (book: string, quantity: string, paid = '0') =>
  client.send('POST', payouts, factory.bookPayout(book, student, { quantity, paid_amount: paid, notes: '' }));
const read = async (path: string, id: unknown) => (await client.get(`${path}${String(id)}/`)).body;

describe('a book', () => {
  it('returns the labels of its choices', async () => {
    const given = { category: 'adult_courses', subject: 'german', level: '18', sell_price: '120' };
    expect(await client.create(books, factory.book(given))).toMatchObject({
      category_display: 'Adult Courses',
      subject_display: 'German',
      level_display: 'Level 18',
      sell_price: '120.00',
      quantity: '0',
      profit: '0.00',
    });
  });

  it('is not sold cheaper by staff: they raise its price, and a manager lowers it', async () => {
    const staff = await server.newColleague(client, 'staff');
    const { id } = await staff.create(books, factory.book({ sell_price: '100' }));
    const set = (sell_price: string, by = staff) => by.send('PATCH', `${books}${id}/`, { sell_price });
    await expectAnswer(set('99.99'), 403, permissions['discounts.any'].refusal);
    expect((await set('110')).status).toBe(200);
    expect((await set('100', client)).status).toBe(200);
  });

  it('with orders and payouts cannot be deleted', async () => {
    const book = await stock(client, 5, { name: 'Starter' });
    await payOut(book, '1');
    await expectAnswer(
      client.send('DELETE', `${books}${book}/`),
      409,
      'Starter has 1 book order and 1 book payout, so deleting is not possible: these records stay for the accounts. Edit what is wrong instead.',
    );
  });
});

describe('an order', () => {
  it('cannot be reduced below the copies paid out', async () => {
    const { id: book } = await client.create(books, factory.book());
    const { id } = await order(book, '5', '50');
    await payOut(book, '3');
    await expectAnswer(
      client.send('PATCH', `${orders}${id}/`, { quantity: '2' }),
      409,
      '3 copies of this book were handed out. With this change only 2 would have come in.',
    );
    expect((await client.send('DELETE', `${orders}${id}/`)).status).toBe(409);
    expect((await client.send('PATCH', `${orders}${id}/`, { quantity: '3' })).status).toBe(200);
    expect((await read(books, book)).quantity).toBe('0');
  });

  it('cannot be moved to another book', async () => {
    const [{ id: one }, { id: other }] = [
      await client.create(books, factory.book()),
      await client.create(books, factory.book()),
    ];
    const made = await order(one, '5', '50');
    await expectAnswer(client.send('PATCH', `${orders}${made.id}/`, { book: other }), 400, {
      book: ["Book can't be changed. Delete this book order and create another."],
    });
  });
});

describe('a payout', () => {
  it('with a price above the storable maximum is rejected', async () => {
    const book = await stock(client, 999_999, { sell_price: '99999999.99' });
    expect((await payOut(book, '2')).body).toEqual({
      quantity: ['So many copies come to more than L.E. 99,999,999.99.'],
    });
  });
});
