import { CLOSES_PATH } from '#contract/closes.ts';
import type { Draft, FormDefinition } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import {
  enrol,
  expenses,
  installment,
  orders,
  payable,
  payouts,
  refunds,
  stock,
  students,
} from './bodies.ts';
import type { ApiClient } from './test-server.ts';

const factory = branchFactory(32);

const kinds = new Set(['money', 'date', 'flag', 'reference', 'quantity', 'text', 'listed']);

export interface Change {
  readonly field: string;
  readonly direction: string;
  readonly to: (before: Draft) => Promise<unknown>;
}

export function changesOf(manager: ApiClient, { fields }: FormDefinition): Change[] {
  return Object.entries(fields).flatMap(([field, { kind, immutable, capability, link }]): Change[] => {
    // A list price and a discount change with the price, and only its receiver says what of cash arrived: discounts.test.ts
    // and cash-moves.test.ts try them.
    if (!kinds.has(kind) || immutable || link || capability === 'discounts' || field === 'received')
      return [];
    const to = (direction: string, value: Change['to']) => ({ field, direction, to: value });
    if (kind === 'date')
      return [to('moved', async () => (field === 'ends_on' ? '2027-03-08' : '2026-03-08'))];
    if (kind === 'text') return [to('other', async () => 'X-9')];
    if (kind === 'listed') return [to('other', async () => 'rent')];
    if (kind === 'flag') return [to('flipped', async (before) => before[field] !== true)];
    if (kind === 'reference')
      return [to('moved', async () => (await manager.create(students, factory.student())).id)];
    const step = kind === 'money' ? 10 : 1;
    const moved = (by: number) => async (before: Draft) => String(Number(before[field]) + by);
    return [to('up', moved(step)), to('down', moved(-step))];
  });
}

/** Records of 50 that were received or paid out, of 100 in all. */
export async function moneyOf(manager: ApiClient, by: ApiClient, name: ResourceName, isInstallment: boolean) {
  if (isInstallment) {
    const { id } = await payable(manager, name, { price: '100' }, factory);
    return by.create(resourceOf(name).path, installment(id, '50'));
  }
  if (name === 'refund') {
    const { id } = await enrol(by, '100', '100', factory);
    const back = { resource: 'adult-course', related_record: id, amount: '50', reason: 'Too much' };
    return by.create(refunds, back);
  }
  if (name === 'expense') return by.create(expenses, factory.expense({ amount: '50', from_drawer: true }));
  const book = () => stock(manager, 5, { sell_price: '50' }, factory);
  if (name === 'stock-count')
    return by.create(resourceOf(name).path, { book: await book(), counted: '4', reason: 'Shelf' });
  if (name === 'cash-move')
    return by.create(resourceOf(name).path, {
      way: 'banked',
      amount: '50',
      person_name: 'Samir',
      slip: '12',
    });
  if (name === 'book-order') {
    const body = factory.bookOrder(await book(), { quantity: '2', price: '100', paid_amount: '50' });
    return by.create(orders, { ...body, from_drawer: true });
  }
  const { id: student } = await manager.create(students, factory.student());
  const given = { quantity: '2', paid_amount: '50' };
  if (name === 'book-payout') return by.create(payouts, factory.bookPayout(await book(), student, given));
  return by.create(
    resourceOf(name).path,
    factory.enrolment(name, student, { price: '100', paid_amount: '50' }),
  );
}

export const closeOf = async (by: ApiClient) => {
  const { id, finished_at } = await by.create(CLOSES_PATH, { other: '50' });
  if (finished_at === null) await by.send('POST', `${CLOSES_PATH}${id}/finish/`, { reason: 'counted' });
};
