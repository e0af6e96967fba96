import { expect, it } from 'vitest';
import { atOnce, withStatus } from './at-once.ts';
import { books, orders, payouts, stock, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

let student: string;
const { server, client, factory } = withBranch(async () => {
  student = (await client.create(students, factory.student())).id;
});

const payOut = (book: string, quantity: number) =>
  client.send('POST', payouts, factory.bookPayout(book, student, { quantity: String(quantity) }));
const stockOf = async (book: string) => Number((await client.get(`${books}${book}/`)).body.quantity);

it('32 concurrent payouts never exceed the stock', async () => {
  const book = await stock(client, 20);
  const answers = await atOnce(() => payOut(book, 3));
  expect(withStatus(answers, 201)).toHaveLength(6);
  for (const { body } of withStatus(answers, 400))
    expect(body).toEqual({ quantity: ['Only 2 copies in stock.'] });
  expect(withStatus(answers, 400)).toHaveLength(26);
  expect(await stockOf(book)).toBe(2);
});

it('concurrent changes of payouts and orders never make the stock negative', async () => {
  const book = await stock(client, 10);
  const order = (await client.create(orders, factory.bookOrder(book, { quantity: '10' }))).id;
  const first = await Promise.all([1, 2, 3].map(() => payOut(book, 2)));
  const answers = await atOnce((index) => {
    if (index % 4 === 0)
      return client.send('PATCH', `${orders}${order}/`, { quantity: String(1 + (index % 10)) });
    if (index % 4 === 1) return payOut(book, 2);
    if (index % 4 === 2) {
      const payout = String(first[index % 3]?.body.id);
      return client.send('PATCH', `${payouts}${payout}/`, { quantity: String(1 + (index % 7)) });
    }
    return index === 31 ? client.send('DELETE', `${orders}${order}/`) : payOut(book, 1);
  });
  for (const { status, text } of answers) expect([200, 201, 400, 404, 409], text).toContain(status);
  const copies = (rows: Record<string, unknown>[]) =>
    rows.reduce((total, { quantity }) => total + Number(quantity), 0);
  const left = copies(await client.listAll(orders)) - copies(await client.listAll(payouts));
  expect(left).toBeGreaterThanOrEqual(0);
  expect(await stockOf(book)).toBe(left);
});

it('a concurrent delete and order of a book do not both succeed', async () => {
  const { id } = await client.create(books, factory.book());
  const answers = await atOnce((index) =>
    index % 2 === 0
      ? client.send('DELETE', `${books}${id}/`)
      : client.send('POST', orders, factory.bookOrder(id)),
  );
  const ordered = withStatus(answers, 201).length;
  expect(withStatus(answers, 200)).toHaveLength(ordered > 0 ? 0 : 1);
  expect(await client.listAll(orders)).toHaveLength(ordered);
  for (const { status, text } of answers) expect([200, 201, 400, 404, 409], text).toContain(status);
});

it('database constraints reject a payout of a copy that is not in stock', async () => {
  const book = await stock(client, 2);
  await payOut(book, 2);
  await expect(
    server.queryAsOwner('update book_payout set quantity = 3 where book_id = $1', [book]),
  ).rejects.toThrow(/book_stock/);
  await expect(server.queryAsOwner('delete from book_order where book_id = $1', [book])).rejects.toThrow(
    /book_stock/,
  );
});
