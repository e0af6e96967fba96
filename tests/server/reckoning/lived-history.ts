import { expect } from 'vitest';
import { decimal, type Piastres, sum } from '#contract/money.ts';
import { MONTH_PATH, MONTH_TOGGLE_PATH } from '#contract/month.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import {
  books,
  deductions,
  employees,
  enrolmentKinds,
  expenses,
  orders,
  payouts,
  salaries,
  students,
} from '../api/bodies.ts';
import type { Answer, ApiClient } from '../api/server-under-test.ts';
import { type Entry, type Month, Reckoning } from './reckoning.ts';

export interface LivedHistory {
  readonly client: ApiClient;
  readonly seed: number;
  readonly operations: number;
  /** Called before each operation. */
  readonly onTurn: (turn: number) => void;
}

/** Says whether the answer is the one that the rules ask for: a success where allowed, else a 400 or 409. */
function asAllowed(answer: Answer, allowed: boolean): boolean {
  if (allowed) expect(answer.status, answer.text).toBeLessThan(300);
  else expect([400, 409], answer.text).toContain(answer.status);
  return allowed;
}

const pathOf = ({ resource, id }: Entry) => `${resourceOf(resource).path}${id}/`;
const keyOf = (resource: ResourceName, id: string) => `${resource} ${id}`;

/** One history of a branch, drawn by lot through the API; every answer is compared with what the reckoning allows. */
export async function liveHistory({ client, seed, operations, onTurn }: LivedHistory): Promise<Reckoning> {
  const factory = branchFactory(seed);
  const { chance } = factory;
  const reckoning = new Reckoning();
  const { entries } = reckoning;
  const people: string[] = [];
  for (let count = 0; count < 4; count++) people.push((await client.create(students, factory.student())).id);
  for (let count = 0; count < 2; count++) {
    const [book, employee] = [factory.book(), factory.employee({ salary: '900.00' })];
    reckoning.books.push({ id: (await client.create(books, book)).id, amount: 0n });
    reckoning.employees.push({ id: (await client.create(employees, employee)).id, amount: 90_000n });
  }

  const amount = (most = 60_000) => BigInt(chance.whole(0, most));
  const keep = (answer: Answer, resource: ResourceName, given: Partial<Entry>) => {
    const id = String(answer.body.id);
    const month = reckoning.running()?.id;
    const entry = { id, resource, of: undefined, price: 0n, paid: 0n, quantity: 0n, month, ...given };
    entries.set(keyOf(resource, id), entry);
  };
  const enrolments = () =>
    reckoning.all().filter((entry) => resourceOf(entry.resource).installment && entry.of === undefined);

  async function enrol() {
    const kind = chance.pick(enrolmentKinds);
    const [price, paid] = [amount(), amount()];
    const money = { price: decimal(price), paid_amount: decimal(paid) };
    const body = factory.enrolment(kind, chance.pick(people), money);
    const answer = await client.send('POST', resourceOf(kind).path, body);
    if (asAllowed(answer, paid <= price)) keep(answer, kind, { price, paid });
  }

  async function payInstallment() {
    const open = enrolments();
    if (open.length === 0) return;
    const parent = chance.pick(open);
    const paid = amount() / 4n;
    const body = factory.installment(parent.id, paid);
    const answer = await client.send('POST', resourceOf(parent.resource).path, body);
    if (asAllowed(answer, paid <= reckoning.remaining(parent))) {
      keep(answer, parent.resource, { of: parent.id, paid });
    }
  }

  async function order() {
    const book = chance.pick(reckoning.books).id;
    const [price, paid, quantity] = [amount(), amount(), BigInt(chance.whole(1, 9))];
    const money = { price: decimal(price), paid_amount: decimal(paid), quantity: String(quantity) };
    const answer = await client.send('POST', orders, factory.bookOrder(book, money));
    if (asAllowed(answer, paid <= price)) keep(answer, 'book-order', { of: book, price, paid, quantity });
  }

  async function payOut() {
    const book = chance.pick(reckoning.books);
    const unit = amount(9_000);
    if (chance.happens(50)) {
      asAllowed(await client.send('PATCH', `${books}${book.id}/`, { sell_price: decimal(unit) }), true);
      book.amount = unit;
    } else if (book.amount === 0n) return;
    const [paid, quantity] = [amount(12_000), BigInt(chance.whole(1, 5))];
    const price = book.amount * quantity;
    const fits = paid <= price && quantity <= reckoning.ordered(book.id) - reckoning.paidOut(book.id);
    const money = { paid_amount: decimal(paid), quantity: String(quantity) };
    const answer = await client.send(
      'POST',
      payouts,
      factory.bookPayout(book.id, chance.pick(people), money),
    );
    if (!asAllowed(answer, fits)) return;
    expect(answer.body.price).toBe(decimal(price));
    keep(answer, 'book-payout', { of: book.id, price, paid, quantity });
  }

  async function paySalary() {
    const employee = chance.pick(reckoning.employees);
    const open = reckoning.openDeductions(employee.id);
    const net = employee.amount - sum(open.map(({ paid }) => paid));
    const allowed = net >= 0n && !reckoning.hasSalary(employee.id, reckoning.running()?.id);
    const answer = await client.send('POST', salaries, { employee: employee.id });
    if (!asAllowed(answer, allowed)) return;
    expect(answer.body.amount).toBe(decimal(net));
    keep(answer, 'salary', { of: employee.id, paid: net });
    for (const deduction of open) deduction.settledBy = String(answer.body.id);
  }

  async function deduct() {
    const employee = chance.pick(reckoning.employees).id;
    const paid = amount(30_000);
    const body = factory.deduction(employee, { amount: decimal(paid) });
    const answer = await client.send('POST', deductions, body);
    if (asAllowed(answer, true)) keep(answer, 'deduction', { of: employee, paid });
  }

  async function spend() {
    const paid = amount();
    const answer = await client.send('POST', expenses, factory.expense({ amount: decimal(paid) }));
    if (asAllowed(answer, true)) keep(answer, 'expense', { paid });
  }

  async function raise() {
    const employee = chance.pick(reckoning.employees);
    employee.amount = amount(120_000);
    const salary = decimal(employee.amount);
    asAllowed(await client.send('PATCH', `${employees}${employee.id}/`, { salary }), true);
  }

  /** Whether decision 20 and its like leave this entry's money alone. */
  const mayTouch = (entry: Entry, next: { paid: Piastres; price: Piastres; quantity: bigint }) => {
    if (!reckoning.isEnded(entry.month) || entry.resource === 'deduction') return true;
    if (next.paid !== entry.paid || next.quantity !== entry.quantity) return false;
    if (entry.resource === 'book-order') return next.price === entry.price;
    return (
      entry.resource === 'book-payout' || next.price === entry.price || reckoning.remaining(entry) !== 0n
    );
  };

  const fits = (entry: Entry, next: { paid: Piastres; price: Piastres; quantity: bigint }): boolean => {
    const { resource, of } = entry;
    if (resource === 'deduction') return entry.settledBy === undefined || next.paid === entry.paid;
    if (resource === 'expense') return true;
    if (next.paid > next.price && !reckoning.isInstallment(entry)) return false;
    const came = reckoning.ordered(of ?? '') - entry.quantity + next.quantity;
    const left = reckoning.ordered(of ?? '') - reckoning.paidOut(of ?? '') + entry.quantity - next.quantity;
    if (resource === 'book-order') return came >= reckoning.paidOut(of ?? '');
    if (resource === 'book-payout') return left >= 0n;
    const parent = of === undefined ? { ...entry, ...next } : entries.get(keyOf(resource, of));
    const others = parent ? reckoning.installmentsOf(parent).filter((one) => one !== entry) : [];
    const due =
      of === undefined ? next.price - next.paid : (parent?.price ?? 0n) - (parent?.paid ?? 0n) - next.paid;
    return sum(others.map((one) => one.paid)) <= due;
  };

  async function change() {
    const changeable = reckoning.all().filter(({ resource }) => resource !== 'salary');
    if (changeable.length === 0) return;
    const entry = chance.pick(changeable);
    const { resource } = entry;
    const isPayout = resource === 'book-payout';
    const paid = chance.happens(60) ? amount() / 3n : entry.paid;
    const quantity = entry.quantity > 0n && chance.happens(40) ? BigInt(chance.whole(1, 9)) : entry.quantity;
    const unit = entry.quantity > 0n ? entry.price / entry.quantity : 0n;
    const hasPrice = resource === 'book-order' || enrolments().includes(entry);
    const priced = hasPrice && chance.happens(40);
    const price = isPayout ? unit * quantity : priced ? amount() : entry.price;
    const next = { paid, price, quantity };
    const body = {
      paid_amount: decimal(paid),
      amount: decimal(paid),
      price: decimal(price),
      quantity: String(quantity),
      custom_date: '2026-01-05',
    };
    const answer = await client.send('PATCH', pathOf(entry), body);
    if (asAllowed(answer, fits(entry, next) && mayTouch(entry, next))) Object.assign(entry, next);
  }

  async function remove() {
    const all = reckoning.all();
    if (all.length === 0) return;
    const entry = chance.pick(all);
    const { resource, of } = entry;
    const holdsMoney = entry.paid > 0n || entry.quantity > 0n || settles(entry);
    const isFinal = reckoning.isEnded(entry.month) && resource !== 'deduction' && holdsMoney;
    const isNeeded =
      reckoning.installmentsOf(entry).length > 0 ||
      entry.settledBy !== undefined ||
      (resource === 'book-order' &&
        reckoning.ordered(of ?? '') - entry.quantity < reckoning.paidOut(of ?? ''));
    const answer = await client.send('DELETE', pathOf(entry));
    if (!asAllowed(answer, !isFinal && !isNeeded)) return;
    entries.delete(keyOf(resource, entry.id));
    for (const deduction of reckoning.all('deduction')) {
      if (resource === 'salary' && deduction.settledBy === entry.id) delete deduction.settledBy;
    }
  }

  const settles = ({ resource, id }: Entry) =>
    resource === 'salary' &&
    reckoning.all('deduction').some(({ settledBy, paid }) => settledBy === id && paid > 0n);

  async function toggle() {
    const running = reckoning.running();
    const month = running ?? reckoning.months.at(-1);
    const answer = await client.send('POST', MONTH_TOGGLE_PATH);
    if (!asAllowed(answer, month !== undefined) || !month) return;
    month.running = running === undefined;
    if (month.running) reckoning.joinWaiting(month);
  }

  async function start() {
    const answer = await client.send('POST', MONTH_PATH, { name: `Month ${reckoning.months.length + 1}` });
    if (!asAllowed(answer, reckoning.running() === undefined)) return;
    const month: Month = { id: String(answer.body.id), running: true };
    reckoning.months.push(month);
    reckoning.joinWaiting(month);
  }

  const money = [enrol, enrol, payInstallment, payInstallment, payInstallment, order, payOut, payOut];
  const others = [paySalary, deduct, spend, raise, change, change, change, remove, remove];
  const acts = [...money, ...others];
  for (let turn = 0; turn < operations; turn++) {
    onTurn(turn);
    const act = chance.happens(10) ? chance.pick([toggle, start]) : chance.pick(acts);
    await act();
  }
  return reckoning;
}
