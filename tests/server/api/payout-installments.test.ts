import { beforeEach, describe, expect, it } from 'vitest';
import { books, installment, payouts, stock, students } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withBranch } from './with-server.ts';

const { server, client, factory } = withBranch();

let book: string;
let student: string;

beforeEach(async () => {
  book = await stock(client, 20, { sell_price: '100' });
  student = (await client.create(students, factory.student())).id;
});

const one = (id: string) => `${payouts}${id}/`;
const payOut = (given: object = {}) =>
  client.create(payouts, factory.bookPayout(book, student, { ...given }));
const pay = (id: string, paid: string, given: object = {}) =>
  client.send('POST', payouts, installment(id, paid, given));
const paid = async (id: string, amount: string, given: object = {}) =>
  client.create(payouts, installment(id, amount, given));
const remains = async (id: string) => (await client.get(one(id))).body.remaining_amount;
const copiesLeft = async () => (await client.get(`${books}${book}/`)).body.quantity;

describe('an installment of a book payout', () => {
  it('shows student and book of its payout, hands out no copies, and has no price', async () => {
    const payout = await payOut({ quantity: '2', paid_amount: '50' });
    expect(payout).toMatchObject({ is_installment: false, related_record: null, receipt_number: null });
    const before = (await client.get(`${books}${book}/`)).body;
    const answer = await pay(payout.id, '60', { notes: ' x ', custom_date: '2026-03-02', quantity: '3' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      detail: 'Installment saved: L.E. 60.00.',
      student,
      student_data: payout.student_data,
      book,
      book_data: payout.book_data,
      quantity: '0',
      price: null,
      paid_amount: '60.00',
      remaining_amount: null,
      is_installment: true,
      related_record: payout.id,
      receipt_number: '500',
      custom_date: '2026-03-02',
      notes: 'x',
    });
    expect(await remains(payout.id)).toBe('90.00');
    expect((await client.get(`${books}${book}/`)).body).toEqual(before);
  });

  it('limits how far the quantity of its payout can be lowered', async () => {
    const payout = await payOut({ quantity: '3', paid_amount: '100' });
    await paid(payout.id, '150');
    await expectAnswer(client.send('PATCH', one(payout.id), { quantity: '2' }), 400, {
      quantity: ["L.E. 250.00 was paid already. The price can't be less."],
    });
    const lowered = await client.send('PATCH', one(payout.id), { quantity: '2', paid_amount: '50' });
    expect(lowered.body).toMatchObject({ price: '200.00', remaining_amount: '0.00' });
    expect(await copiesLeft()).toBe('18');
  });
});

describe('the database itself', () => {
  const insert = (related: string | null, amount: number, more: Record<string, unknown> = {}) => {
    const row = {
      branch_id: client.branchId,
      related_id: related,
      student_id: student,
      book_id: book,
      paid_amount: amount,
      receipt_number: '1',
      created_at: new Date(),
      effective_date: '2026-03-10',
      created_by: 1,
      ...more,
    };
    const names = Object.keys(row);
    return server.queryAsOwner(
      `insert into book_payout (${names}) values (${names.map((_, at) => `$${at + 1}`)}) returning id`,
      Object.values(row),
    );
  };

  it('rejects a payment that is more than the price, and one of an installment', async () => {
    const { id } = await payOut({ paid_amount: '60' });
    const pay = (payable: string, amount: number) =>
      server.queryAsOwner(
        `insert into movement (branch_id, type, amount, resource, payable, student_id, effective_date, at, made_by, source, record_id)
          values ($1, 'payment', $2, 'book-payout', $3, $4, '2026-03-10', now(), 1, 'book_payout', gen_random_uuid())`,
        [client.branchId, amount, payable, student],
      );
    await expect(pay(id, 4001)).rejects.toThrow('book_payout_overpaid');
    const [made] = await insert(id, 0);
    await expect(pay(String(made?.id), 1)).rejects.toThrow('book_payout_follows');
    expect(await remains(id)).toBe('40.00');
  });

  it('rejects an installment with copies, a payout without, and one of another student', async () => {
    const { id } = await payOut();
    const other = await client.create(students, factory.student());
    await expect(insert(id, 1, { quantity: 1, unit_price: 1 })).rejects.toThrow('book_payout_form');
    await expect(insert(null, 0)).rejects.toThrow('book_payout_form');
    await expect(insert(id, 1, { student_id: other.id })).rejects.toThrow('book_payout_related');
  });
});
