import { describe, expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { books, orders, payouts, stock, students } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withBranch } from './with-server.ts';

const TOGGLE = '/month/end-undo/';
const factory = branchFactory(3);

let student: string;
const { server, client } = withBranch(async () => {
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

  it.each([
    [{ name: 'A' }, { name: ['Name must be at least 2 characters'] }],
    [{ name: '' }, { name: ['Name must be at least 2 characters'] }],
    [{ category: '' }, { category: ['Category is required'] }],
    [{ subject: 'latin' }, { subject: ['Choose one of the list'] }],
    [{ level: '19' }, { level: ['Choose one of the list'] }],
    [{ sell_price: '' }, { sell_price: ['This cannot be empty'] }],
  ])('with the values %j is rejected as a book', async (given, problems) => {
    await expectAnswer(client.send('POST', books, factory.book(given)), 400, problems);
  });

  it('has a profit of its payouts minus the average cost of the copies, rounded half up once', async () => {
    const { id: book } = await client.create(books, factory.book({ sell_price: '10' }));
    await order(book, '1', '1.00');
    await order(book, '2', '1.00');
    // Two of three copies that cost 2.00 together: 1.33(3), so 20.00 − 1.33.
    await payOut(book, '2');
    expect((await read(books, book)).profit).toBe('18.67');
    const { id: half } = await client.create(books, factory.book({ sell_price: '10' }));
    await order(half, '2', '0.01');
    // One of two copies that cost 0.01: 0.005 is 0.01.
    await payOut(half, '1');
    expect((await read(books, half)).profit).toBe('9.99');
  });

  it('is not sold cheaper by staff: they raise its price, and a manager lowers it', async () => {
    const staff = await server.newColleague(client, 'staff');
    const { id } = await staff.create(books, factory.book({ sell_price: '100' }));
    const set = (sell_price: string, by = staff) => by.send('PATCH', `${books}${id}/`, { sell_price });
    expect(await set('99.99')).toMatchObject({
      status: 403,
      body: { detail: permissions['discounts.any'].refusal },
    });
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
  it('has a remaining amount of its price minus the paid amount', async () => {
    const { id: book } = await client.create(books, factory.book({ name: 'Starter' }));
    expect(await order(book, '10', '500', '120.50')).toMatchObject({
      book,
      book_data: { id: book, name: 'Starter' },
      quantity: '10',
      remaining_amount: '379.50',
    });
  });

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

  it('of an ended month keeps quantity, price and cash; notes may change', async () => {
    await client.create('/month/', { name: 'March' });
    const { id: book } = await client.create(books, factory.book());
    const made = await order(book, '5', '50', '10');
    await client.send('POST', TOGGLE);
    for (const change of [{ quantity: '6' }, { price: '60' }, { paid_amount: '20' }]) {
      await expectAnswer(
        client.send('PATCH', `${orders}${made.id}/`, change),
        409,
        'March has ended. Undo the month to change its records.',
      );
    }
    expect((await client.send('DELETE', `${orders}${made.id}/`)).status).toBe(409);
    const noted = await client.send('PATCH', `${orders}${made.id}/`, { ...made, notes: 'came late' });
    expect(noted.body).toEqual({ ...made, version: 2, notes: 'came late' });
  });
});

describe('a payout', () => {
  it("keeps the unit price of its creation after the book's price changes", async () => {
    const book = await stock(client, 10, { sell_price: '80' });
    const made = (await payOut(book, '2', '100')).body;
    expect(made).toMatchObject({
      price: '160.00',
      remaining_amount: '60.00',
      student_data: { name: 'Mona Adel' },
    });
    await client.send('PATCH', `${books}${book}/`, { sell_price: '95' });
    const more = await client.send('PATCH', `${payouts}${String(made.id)}/`, { quantity: '3' });
    expect(more.body).toMatchObject({ quantity: '3', price: '240.00', remaining_amount: '140.00' });
    expect((await payOut(book, '1')).body.price).toBe('95.00');
  });

  it('of more copies than in stock is rejected and names the stock', async () => {
    const book = await stock(client, 3);
    await expectAnswer(payOut(book, '4'), 400, { quantity: ['Only 3 copies in stock.'] });
    const made = (await payOut(book, '2')).body;
    const grown = await client.send('PATCH', `${payouts}${String(made.id)}/`, { quantity: '4' });
    expect(grown.body).toEqual({ quantity: ['Only 3 copies in stock.'] });
    expect((await payOut(book, '2')).body).toEqual({ quantity: ['Only 1 copy in stock.'] });
  });

  it('paid over its price is rejected, also after its quantity is reduced', async () => {
    const book = await stock(client, 9, { sell_price: '50' });
    expect((await payOut(book, '2', '100.01')).body).toEqual({
      paid_amount: ['Only L.E. 100.00 remains to be paid.'],
    });
    const made = (await payOut(book, '2', '100')).body;
    await expectAnswer(client.send('PATCH', `${payouts}${String(made.id)}/`, { quantity: '1' }), 400, {
      paid_amount: ['Only L.E. 50.00 remains to be paid.'],
    });
  });

  it('with a price above the storable maximum is rejected', async () => {
    const book = await stock(client, 999_999, { sell_price: '99999999.99' });
    expect((await payOut(book, '2')).body).toEqual({
      quantity: ['So many copies come to more than L.E. 99,999,999.99.'],
    });
  });
});
