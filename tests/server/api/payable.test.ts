import { beforeEach, describe, expect, it } from 'vitest';
import { formatDecimal } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { mostPayable, paidTooMuch } from '#contract/rules/payable.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { installment, payableKinds, stock, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

/** What follows from the rule of `contract/rules/payable.ts`: one who changes it sees here where it is felt. */

const { client } = withBranch();
const factory = branchFactory(9);
const PRICE = 300_00n;
const PAID = 100_00n;
const MOST = mostPayable(PRICE - PAID);

let student: string;
beforeEach(async () => {
  await client.create('/month/', { name: 'March' });
  student = (await client.create(students, factory.student())).id;
});

/** Makes a debt of 300.00 with a first payment of 100.00. */
async function owe(kind: (typeof payableKinds)[number]) {
  const price = formatDecimal(PRICE);
  const body =
    kind === 'book-payout'
      ? factory.bookPayout(await stock(client, 5, { sell_price: price }, factory), student, { quantity: '1' })
      : factory.enrolment(kind, student, { price });
  return client.create(resourceOf(kind).path, { ...body, paid_amount: formatDecimal(PAID) });
}
const recordOf = async (kind: (typeof payableKinds)[number], id: string) =>
  (await client.get(`${resourceOf(kind).path}${id}/`)).body;

describe.each(payableKinds)('the most that may be paid on %s', (kind) => {
  const { path } = resourceOf(kind);
  const pay = (id: string, amount: bigint) =>
    client.send('POST', path, installment(id, formatDecimal(amount)));

  it('is taken as an installment, and one piastre more is refused with how much it is', async () => {
    const { id } = await owe(kind);
    const over = await pay(id, MOST + 1n);
    expect([over.status, over.body]).toEqual([400, { paid_amount: [paidTooMuch(PRICE - PAID)] }]);
    expect((await pay(id, MOST)).status).toBe(201);
    expect((await pay(id, 1n)).status).toBe(400);
    expect((await recordOf(kind, id)).remaining_amount).toBe(formatDecimal(PRICE - PAID - MOST));
  });

  it('is taken by the change of an installment and of the first payment', async () => {
    const { id } = await owe(kind);
    const part = await client.create(path, installment(id, '1'));
    const to = (paid: bigint) => ({ paid_amount: formatDecimal(paid) });
    expect((await client.send('PATCH', `${path}${part.id}/`, to(MOST + 1n))).status).toBe(400);
    expect((await client.send('PATCH', `${path}${part.id}/`, to(MOST))).status).toBe(200);
    expect((await client.send('PATCH', `${path}${id}/`, to(PAID + 1n))).status).toBe(400);
    expect((await client.send('PATCH', `${path}${id}/`, to(PAID))).status).toBe(200);
  });

  it('fixes the price in an ended month', async () => {
    const { id } = await owe(kind);
    await pay(id, MOST);
    await client.send('POST', '/month/end-undo/', {});
    const dearer = kind === 'book-payout' ? { quantity: '2' } : { price: formatDecimal(PRICE + 1n) };
    expect((await client.send('PATCH', `${path}${id}/`, dearer)).status).toBe(409);
  });
});
