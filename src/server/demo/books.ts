import { formatDecimal, type Piastres, parsePiastres } from '#contract/money.ts';
import { resources } from '#contract/resources/registry.ts';
import type { DemoFill } from './demo-fill.ts';
import type { Students } from './students.ts';

const BOOK_COUNT = 8;

/** Tracks a book; price in piastres. */
interface StockedBook {
  readonly id: string;
  readonly price: Piastres;
  copies: number;
}

/** Lists the books of the branch with their stock. */
export type BookStock = readonly StockedBook[];

async function createOrder({ api, factory }: DemoFill, book: StockedBook): Promise<void> {
  const body = factory.bookOrder(book.id);
  await api.post(resources['book-order'].path, body);
  book.copies += Number(body.quantity);
}

/** Creates the books, each with a first order. */
export async function createBooks(fill: DemoFill): Promise<BookStock> {
  const stock: StockedBook[] = [];
  for (let count = 0; count < BOOK_COUNT; count++) {
    const body = fill.factory.book();
    const { id } = await fill.api.post(resources.book.path, body);
    const book = { id, price: parsePiastres(String(body.sell_price)), copies: 0 };
    await createOrder(fill, book);
    stock.push(book);
  }
  return stock;
}

/** Orders more copies of the book with the smallest stock. */
export async function orderBooks(fill: DemoFill, stock: BookStock): Promise<void> {
  const [scarcest] = [...stock].sort((one, other) => one.copies - other.copies);
  if (scarcest) await createOrder(fill, scarcest);
}

/** Creates a payout of one copy, fully or half paid. */
export async function payOutBook(
  { api, factory }: DemoFill,
  stock: BookStock,
  { debts }: Students,
  student: string,
): Promise<void> {
  const inStock = stock.filter((book) => book.copies > 0);
  if (inStock.length === 0) return;
  const book = factory.chance.pick(inStock);
  const paid = factory.chance.happens(70) ? book.price : book.price / 2n;
  const body = factory.bookPayout(book.id, student, { paid_amount: formatDecimal(paid) });
  const { id } = await api.post(resources['book-payout'].path, body);
  book.copies -= 1;
  debts.push({
    kind: 'book-payout',
    student,
    record: id,
    owed: book.price - paid,
    remaining: book.price - paid,
  });
}
