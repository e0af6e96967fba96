import { z } from 'zod';
import { paths } from '#contract/http.ts';
import { formatDecimal } from '#contract/money.ts';
import { PRINTS_PATH } from '#contract/receipts.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { mergePath } from '#contract/student-merges.ts';
import type { BookStock } from './books.ts';
import type { DemoFill } from './demo-fill.ts';
import type { Students } from './students.ts';

/** Takes one sum for a book and for the first payment of a new enrolment, on one receipt that is printed twice. */
export async function sellOnOneReceipt(
  { api, factory }: DemoFill,
  { ids }: Students,
  stock: BookStock,
): Promise<void> {
  const [student] = ids.slice(-1);
  const book = stock.find(({ copies }) => copies > 0);
  if (student === undefined || !book) return;
  const paper = new Set(['receipt_number', 'custom_date', 'notes']);
  const line = (resource: string, body: Readonly<Record<string, unknown>>) => ({
    resource,
    ...Object.fromEntries(Object.entries(body).filter(([name]) => !paper.has(name))),
  });
  const amount = formatDecimal(book.price);
  const { id } = await api.post(paths.collections, {
    ...factory.collection([]),
    records: [
      line('book-payout', factory.bookPayout(book.id, student, { paid_amount: amount })),
      line('bus', factory.enrolment('bus', student, { paid_amount: '300.00' })),
    ],
  });
  book.copies -= 1;
  for (let copy = 0; copy < 2; copy++) await api.post(PRINTS_PATH, { resource: 'collection', record: id });
}

const CANCELLED = [
  { kind: 'kids-course', reason: 'Entered twice' },
  { kind: 'nursery', reason: 'The parents changed their mind' },
] as const;

/** Prints receipts of payments that are deleted afterwards, each with its reason. */
export async function cancelPrintedPayments({ api, factory }: DemoFill, { ids }: Students): Promise<void> {
  for (const [index, { kind, reason }] of CANCELLED.entries()) {
    const { path } = resourceOf(kind);
    const body = factory.enrolment(kind, ids[index] ?? '', { paid_amount: '500.00' });
    const { id } = await api.post(path, body);
    await api.post(PRINTS_PATH, { resource: kind, record: id });
    await api.remove(`${path}${id}/`, { reason });
  }
}

const named = z.object({ name: z.string() });

/** Records a student a second time, with an enrolment, and merges both. */
export async function mergeTwins({ api, factory }: DemoFill, { ids }: Students): Promise<void> {
  const [kept] = ids;
  if (kept === undefined) return;
  const { name } = named.parse(await api.get(`${resources.student.path}${kept}/`));
  const twin = await api.post(resources.student.path, factory.student({ name }));
  await api.post(resources.bus.path, factory.enrolment('bus', twin.id));
  await api.send(mergePath(kept), { other: twin.id });
}

/** Puts two students together whose phones do not say that they are of one family. */
export async function putTogether({ api }: DemoFill, { ids }: Students): Promise<void> {
  const [one, , other] = ids;
  if (one !== undefined && other !== undefined)
    await api.send(paths.families, { student: one, other, together: true });
}
