import { formatDecimal, type Piastres, parsePiastres } from '#contract/money.ts';
import { resources } from '#contract/resources/registry.ts';
import type { DemoFill } from './demo-fill.ts';

const TITLES = 8;

interface Title {
  readonly id: string;
  readonly price: Piastres;
  copies: number;
}

/** The books of the branch with their copies. */
export type Bookshop = readonly Title[];

async function order({ desk, factory }: DemoFill, title: Title): Promise<void> {
  const body = factory.bookOrder(title.id);
  await desk.post(resources['book-order'].path, body);
  title.copies += Number(body.quantity);
}

/** The first books with their first orders. */
export async function createBooks(fill: DemoFill): Promise<Bookshop> {
  const shelf: Title[] = [];
  for (let count = 0; count < TITLES; count++) {
    const body = fill.factory.book();
    const { id } = await fill.desk.post(resources.book.path, body);
    const title = { id, price: parsePiastres(String(body.sell_price)), copies: 0 };
    await order(fill, title);
    shelf.push(title);
  }
  return shelf;
}

/** Orders more of the book that is scarcest. */
export async function orderBooks(fill: DemoFill, shelf: Bookshop): Promise<void> {
  const [scarcest] = [...shelf].sort((one, other) => one.copies - other.copies);
  if (scarcest) await order(fill, scarcest);
}

/** A student takes a book, and pays for it now or later. */
export async function handOutBook(
  { desk, factory }: DemoFill,
  shelf: Bookshop,
  student: string,
): Promise<void> {
  const there = shelf.filter((title) => title.copies > 0);
  if (there.length === 0) return;
  const title = factory.chance.pick(there);
  const paid = factory.chance.happens(70) ? title.price : title.price / 2n;
  const body = factory.bookPayout(title.id, student, { paid_amount: formatDecimal(paid) });
  await desk.post(resources['book-payout'].path, body);
  title.copies -= 1;
}
