import { expect, it } from 'vitest';
import { parsePiastres, sum } from '#contract/money.ts';
import { atOnce, withStatus } from './at-once.ts';
import { books, installment, payouts, stock, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const COPIES = 20;

let book: string;
let student: string;
const { client, factory } = withBranch(async () => {
  book = await stock(client, COPIES, { sell_price: '100' });
  student = (await client.create(students, factory.student())).id;
});

const one = (id: string) => `${payouts}${id}/`;
const payOut = (given: object) => client.create(payouts, factory.bookPayout(book, student, { ...given }));
const pay = (id: string, paid: string, headers = {}) =>
  client.send('POST', payouts, installment(id, paid), headers);
const money = (value: unknown) => parsePiastres(String(value));

it('sums and stock stay exact while payouts, quantities and installments are written concurrently', async () => {
  const { id } = await payOut({ quantity: '9', paid_amount: '100' });
  const receipts = await Promise.all(
    Array.from({ length: 6 }, () => client.create(payouts, installment(id, '50'))),
  );
  const answers = await atOnce((index) => {
    const receipt = one(receipts[index % 6]?.id ?? '');
    if (index % 5 === 0) return client.send('PATCH', receipt, { paid_amount: String(index * 20) });
    if (index % 5 === 1) return client.send('PATCH', one(id), { quantity: String(9 - (index % 7)) });
    if (index % 5 === 2) return client.send('DELETE', receipt);
    if (index % 5 === 3)
      return client.send('POST', payouts, factory.bookPayout(book, student, { paid_amount: '1' }));
    return pay(id, '120');
  });
  for (const { status, text } of answers) expect([200, 201, 400, 404, 409], text).toContain(status);
  const rows = await client.listAll(payouts);
  const own = rows.filter((row) => row.id === id || row.related_record === id);
  const { price, remaining_amount } = (await client.get(one(id))).body;
  expect(money(remaining_amount)).toBe(money(price) - sum(own.map((row) => money(row.paid_amount))));
  expect(money(remaining_amount)).toBeGreaterThanOrEqual(0n);
  const out = sum(rows.map((row) => BigInt(String(row.quantity))));
  expect((await client.get(`${books}${book}/`)).body.quantity).toBe(String(BigInt(COPIES) - out));
});

it('a payout is never deleted while an installment is paid', async () => {
  const { id } = await payOut({ quantity: '1' });
  const answers = await atOnce((index) => (index % 2 === 0 ? client.send('DELETE', one(id)) : pay(id, '1')));
  const paid = withStatus(answers, 201).length;
  const deleted = withStatus(answers, 200).length;
  expect(deleted).toBe(paid > 0 ? 0 : 1);
  expect(await client.listAll(payouts)).toHaveLength(deleted === 1 ? 0 : 1 + paid);
  for (const { status, text } of answers) expect([200, 201, 400, 404, 409], text).toContain(status);
});
