import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { parsePiastres, sum } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { atOnce, withStatus } from './at-once.ts';
import { collected, installment, payable, stock, storedLines, students } from './bodies.ts';
import type { Answer, ApiClient } from './test-server.ts';
import { withBranch } from './with-server.ts';

const COLLECTIONS = '/collections/';
const KINDS = ['bus', 'kids-course', 'book-payout', 'adult-course'] as const;

interface Debt {
  readonly resource: (typeof KINDS)[number];
  readonly id: string;
}

/** Copies of the book that collections hand out, for L.E. 10.00 each. */
const COPIES = 6;

let debts: Debt[];
let shelf: { readonly book: string; readonly student: string };
const { client } = withBranch(async () => {
  await client.create('/month/', { name: 'March' });
  await prepare();
});

/** Makes the debts and the book that the collections of the client's branch are about. */
async function prepare(): Promise<void> {
  const factory = branchFactory(5);
  debts = await owe(client);
  const { id: student } = await client.create(students, factory.student());
  shelf = { book: await stock(client, COPIES, { sell_price: '10' }, factory), student };
}

async function owe(of: ApiClient): Promise<Debt[]> {
  const factory = branchFactory(3);
  const made: Debt[] = [];
  for (const resource of KINDS) {
    const { id } = await payable(of, resource, { price: '100' }, factory);
    made.push({ resource, id });
  }
  return made;
}

const money = (value: unknown) => parsePiastres(String(value));
const line = ({ resource, id }: Debt, paid: string) => ({ resource, related_record: id, paid_amount: paid });
const copies = (quantity: number) => ({
  resource: 'book-payout',
  ...shelf,
  quantity: String(quantity),
  paid_amount: String(quantity * 10),
});
const collect = (
  by: ApiClient,
  payments: readonly object[],
  key: string = randomUUID(),
  records: readonly object[] = [],
) => by.send('POST', COLLECTIONS, { receipt_number: '1', payments, records }, { 'idempotency-key': key });
const remains = async ({ resource, id }: Debt) =>
  money((await client.get(`${resourceOf(resource).path}${id}/`)).body.remaining_amount);

/** Expects that what stands is what was accepted: of each debt, of each collection, and in all sums. */
async function expectExact(accepted: readonly Answer[]): Promise<void> {
  const paid = new Map<string, bigint>();
  let handedOut = 0n;
  for (const { body } of accepted) {
    const { id, total, received, payments, records } = collected(body);
    const parts = [...payments, ...records].map(({ paid_amount }) => money(paid_amount));
    expect(sum(parts)).toBe(money(received));
    const stored = storedLines((await client.get(`${COLLECTIONS}${id}/`)).body);
    expect([stored.total, stored.payments.length, stored.records.length]).toEqual([
      total,
      payments.length,
      records.length,
    ]);
    for (const { quantity } of records) handedOut += BigInt(String(quantity));
    for (const { resource, related_record, paid_amount } of payments) {
      const debt = `${resource} ${String(related_record)}`;
      paid.set(debt, (paid.get(debt) ?? 0n) + money(paid_amount));
    }
  }
  for (const debt of debts) {
    const left = await remains(debt);
    expect(left).toBeGreaterThanOrEqual(0n);
    expect(left).toBe(10_000n - (paid.get(`${debt.resource} ${debt.id}`) ?? 0n));
  }
  const { quantity } = (await client.get(`/books/${shelf.book}/`)).body;
  expect(BigInt(String(quantity))).toBe(BigInt(COPIES) - handedOut);
  expect((await client.get(COLLECTIONS)).body.count).toBe(accepted.length);
}

it('32 concurrent collections with the same debts in any order never pay more than is owed', async () => {
  const answers = await atOnce((index) => {
    const turned = [...debts.slice(index % 4), ...debts.slice(0, index % 4)];
    return collect(
      client,
      (index % 2 === 0 ? turned : turned.reverse()).map((debt) => line(debt, '9')),
      randomUUID(),
      index % 8 === 0 ? [copies(1)] : [],
    );
  });
  expect(withStatus(answers, 201)).toHaveLength(11);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    expect(status).toBe(400);
    expect(body.payments).toEqual(debts.map(() => ({ paid_amount: ['Only L.E. 1.00 remains to be paid.'] })));
  }
  await expectExact(withStatus(answers, 201));
});

it('collections and single installments at once, of other debts of the same students, are all stored', async () => {
  const answers = await atOnce((index) => {
    const debt = debts[index % debts.length];
    if (!debt) throw new Error('no debt');
    return index % 2 === 0
      ? collect(client, [line(debt, '1'), line(debts[(index + 3) % 4] ?? debt, '1')])
      : client.send('POST', resourceOf(debt.resource).path, installment(debt.id, '1'));
  });
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(sum(await Promise.all(debts.map(remains)))).toBe(40_000n - 4_800n);
});
