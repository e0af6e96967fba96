import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { atOnce, withStatus } from './at-once.ts';
import { books, orders, payouts, stock, students } from './bodies.ts';
import { type Desk, type ServerUnderTest, serverUnderTest } from './server-under-test.ts';

const factory = branchFactory(5);

let server: ServerUnderTest;
let desk: Desk;
let student: string;
beforeAll(async () => {
  server = await serverUnderTest();
});
beforeEach(async () => {
  desk = await server.newDesk();
  student = (await desk.make(students, factory.student())).id;
});
afterAll(() => server.close());

const payOut = (book: string, quantity: number) =>
  desk.send('POST', payouts, factory.bookPayout(book, student, { quantity: String(quantity) }));
const stockOf = async (book: string) => Number((await desk.get(`${books}${book}/`)).body.quantity);

test('32 payouts at once never hand out more copies than there are', async () => {
  const book = await stock(desk, 20);
  const answers = await atOnce(() => payOut(book, 3));
  expect(withStatus(answers, 201)).toHaveLength(6);
  for (const { body } of withStatus(answers, 400))
    expect(body).toEqual({ quantity: ['Only 2 copies in stock.'] });
  expect(withStatus(answers, 400)).toHaveLength(26);
  expect(await stockOf(book)).toBe(2);
});

test('payouts, larger payouts, smaller and deleted orders never leave less than nothing', async () => {
  const book = await stock(desk, 10);
  const order = (await desk.make(orders, factory.bookOrder(book, { quantity: '10' }))).id;
  const first = await Promise.all([1, 2, 3].map(() => payOut(book, 2)));
  const answers = await atOnce((index) => {
    if (index % 4 === 0)
      return desk.send('PATCH', `${orders}${order}/`, { quantity: String(1 + (index % 10)) });
    if (index % 4 === 1) return payOut(book, 2);
    if (index % 4 === 2) {
      const payout = String(first[index % 3]?.body.id);
      return desk.send('PATCH', `${payouts}${payout}/`, { quantity: String(1 + (index % 7)) });
    }
    return index === 31 ? desk.send('DELETE', `${orders}${order}/`) : payOut(book, 1);
  });
  for (const { status, text } of answers) expect([200, 201, 400, 404, 409], text).toContain(status);
  const copies = (rows: Record<string, unknown>[]) =>
    rows.reduce((total, { quantity }) => total + Number(quantity), 0);
  const left = copies(await desk.all(orders)) - copies(await desk.all(payouts));
  expect(left).toBeGreaterThanOrEqual(0);
  expect(await stockOf(book)).toBe(left);
});

test('a book is deleted or ordered, never both', async () => {
  const { id } = await desk.make(books, factory.book());
  const answers = await atOnce((index) =>
    index % 2 === 0
      ? desk.send('DELETE', `${books}${id}/`)
      : desk.send('POST', orders, factory.bookOrder(id)),
  );
  const ordered = withStatus(answers, 201).length;
  expect(withStatus(answers, 200)).toHaveLength(ordered > 0 ? 0 : 1);
  expect(await desk.all(orders)).toHaveLength(ordered);
  for (const { status, text } of answers) expect([200, 201, 400, 404, 409], text).toContain(status);
});

test('past the checks, the database itself refuses a copy that is not there', async () => {
  const book = await stock(desk, 2);
  await payOut(book, 2);
  await expect(server.look('update book_payout set quantity = 3 where book_id = $1', [book])).rejects.toThrow(
    /book_stock/,
  );
  await expect(server.look('delete from book_order where book_id = $1', [book])).rejects.toThrow(
    /book_stock/,
  );
});
