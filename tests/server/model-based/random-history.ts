import { expect } from 'vitest';
import { CLOSES_PATH, OWN_DRAWER_PATH, ownDrawer } from '#contract/closes.ts';
import { formatDecimal, type Piastres, sum } from '#contract/money.ts';
import { MONTH_PATH, MONTH_TOGGLE_PATH } from '#contract/month.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { pick } from '../../support/property.ts';
import {
  books,
  deductions,
  employees,
  expenses,
  orders,
  payouts,
  refunds as refundsPath,
  salaries,
  students,
} from '../api/bodies.ts';
import type { Answer, ApiClient } from '../api/test-server.ts';
import type { Inputs, Operation } from './operations.ts';
import { type ModelEntry, type ModelMonth, ReferenceModel } from './reference-model.ts';

interface History {
  readonly client: ApiClient;
  readonly operations: readonly Operation[];
  readonly onTurn: (turn: number) => void;
}

/** Expects a success where the model allows the operation, else a 400 or 409. Returns whether it was allowed. */
function asAllowed(answer: Answer, allowed: boolean): boolean {
  if (allowed) expect(answer.status, answer.text).toBeLessThan(300);
  else expect([400, 409], answer.text).toContain(answer.status);
  return allowed;
}

function at<T>(from: readonly T[], index: number): T {
  const item = pick(from, index);
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}

const pathOf = ({ resource, id }: ModelEntry) => `${resourceOf(resource).path}${id}/`;
const keyOf = (resource: ResourceName, id: string) => `${resource} ${id}`;

/** Carries out a history in an empty branch, and expects each answer to be what the model allows. Returns the model at the end. */
export async function runHistory({ client, operations, onTurn }: History): Promise<ReferenceModel> {
  const factory = branchFactory(1);
  const model = new ReferenceModel();
  const { entries } = model;
  const people: string[] = [];
  for (let count = 0; count < 4; count++) people.push((await client.create(students, factory.student())).id);
  for (let count = 0; count < 2; count++) {
    const [book, employee] = [factory.book(), factory.employee({ salary: '900.00' })];
    model.books.push({ id: (await client.create(books, book)).id, amount: 0n });
    model.employees.push({ id: (await client.create(employees, employee)).id, amount: 90_000n });
  }

  const keep = (answer: Answer, resource: ResourceName, given: Partial<ModelEntry>) => {
    const id = String(answer.body.id);
    const month = model.running()?.id;
    const entry = {
      id,
      resource,
      of: undefined,
      pays: undefined,
      price: 0n,
      paid: 0n,
      quantity: 0n,
      month,
      ...given,
    };
    entries.set(keyOf(resource, id), entry);
  };
  const payables = () =>
    model.all().filter((entry) => resourceOf(entry.resource).installment && !model.isInstallment(entry));

  async function enrol({ kind, student, price, paid }: Inputs['enrol']) {
    const money = { price: formatDecimal(price), paid_amount: formatDecimal(paid) };
    const body = factory.enrolment(kind, at(people, student), money);
    const answer = await client.send('POST', resourceOf(kind).path, body);
    if (asAllowed(answer, paid <= price)) keep(answer, kind, { price, paid });
  }

  async function payInstallment({ payable, paid }: Inputs['payInstallment']) {
    const parent = pick(payables(), payable);
    if (!parent) return;
    const body = factory.installment(parent.id, paid);
    const answer = await client.send('POST', resourceOf(parent.resource).path, body);
    if (asAllowed(answer, paid <= model.remaining(parent))) {
      keep(answer, parent.resource, { pays: parent.id, paid });
    }
  }

  async function refund({ payment, amount, forgive }: Inputs['refund']) {
    const named = pick(
      model.all().filter(({ resource }) => resourceOf(resource).installment),
      payment,
    );
    const refunds =
      named && (named.pays === undefined ? named : entries.get(keyOf(named.resource, named.pays)));
    if (!refunds) return;
    const answer = await client.send('POST', refundsPath, {
      resource: named.resource,
      related_record: named.id,
      amount: formatDecimal(amount),
      reason: 'Ill',
      forgive,
    });
    const refundable = model.paidInAll(refunds) - model.refunded(refunds);
    if (asAllowed(answer, amount > 0n && amount <= refundable))
      keep(answer, 'refund', { paid: amount, refunds, names: named, forgive });
  }

  async function order({ book: index, price, paid, quantity }: Inputs['order']) {
    const book = at(model.books, index).id;
    const money = {
      price: formatDecimal(price),
      paid_amount: formatDecimal(paid),
      quantity: String(quantity),
    };
    const answer = await client.send('POST', orders, factory.bookOrder(book, money));
    if (asAllowed(answer, paid <= price)) keep(answer, 'book-order', { of: book, price, paid, quantity });
  }

  async function payOut({ book: index, student, sellPrice, paid, quantity }: Inputs['payOut']) {
    const book = at(model.books, index);
    if (sellPrice !== undefined) {
      asAllowed(
        await client.send('PATCH', `${books}${book.id}/`, { sell_price: formatDecimal(sellPrice) }),
        true,
      );
      book.amount = sellPrice;
    } else if (book.amount === 0n) return;
    const price = book.amount * quantity;
    const fits = paid <= price && quantity <= model.ordered(book.id) - model.paidOut(book.id);
    const money = { paid_amount: formatDecimal(paid), quantity: String(quantity) };
    const answer = await client.send(
      'POST',
      payouts,
      factory.bookPayout(book.id, at(people, student), money),
    );
    if (!asAllowed(answer, fits)) return;
    expect(answer.body.price).toBe(formatDecimal(price));
    keep(answer, 'book-payout', { of: book.id, price, paid, quantity });
  }

  async function paySalary({ employee: index }: Inputs['paySalary']) {
    const employee = at(model.employees, index);
    const open = model.openDeductions(employee.id);
    const net = employee.amount - sum(open.map(({ paid }) => paid));
    const allowed = net >= 0n && !model.hasSalary(employee.id, model.running()?.id);
    const answer = await client.send('POST', salaries, { employee: employee.id });
    if (!asAllowed(answer, allowed)) return;
    expect(answer.body.amount).toBe(formatDecimal(net));
    keep(answer, 'salary', { of: employee.id, paid: net });
    for (const deduction of open) deduction.settledBy = String(answer.body.id);
  }

  async function deduct({ employee: index, paid }: Inputs['deduct']) {
    const employee = at(model.employees, index).id;
    const body = factory.deduction(employee, { amount: formatDecimal(paid) });
    const answer = await client.send('POST', deductions, body);
    if (asAllowed(answer, true)) keep(answer, 'deduction', { of: employee, paid });
  }

  async function spend({ paid }: Inputs['spend']) {
    const answer = await client.send('POST', expenses, factory.expense({ amount: formatDecimal(paid) }));
    if (asAllowed(answer, true)) keep(answer, 'expense', { paid });
  }

  async function raise({ employee: index, salary: next }: Inputs['raise']) {
    const employee = at(model.employees, index);
    employee.amount = next;
    const salary = formatDecimal(employee.amount);
    asAllowed(await client.send('PATCH', `${employees}${employee.id}/`, { salary }), true);
  }

  /** Returns whether the rules for ended months (decision 20) allow the change. */
  const mayTouch = (entry: ModelEntry, next: { paid: Piastres; price: Piastres; quantity: bigint }) => {
    if (!model.isEnded(entry.month) || entry.resource === 'deduction') return true;
    if (next.paid !== entry.paid || next.quantity !== entry.quantity) return false;
    if (entry.resource === 'book-order') return next.price === entry.price;
    return entry.resource === 'book-payout' || next.price === entry.price || model.remaining(entry) !== 0n;
  };

  const fits = (entry: ModelEntry, next: { paid: Piastres; price: Piastres; quantity: bigint }): boolean => {
    const { resource, of, pays } = entry;
    if (resource === 'deduction') return entry.settledBy === undefined || next.paid === entry.paid;
    if (resource === 'expense') return true;
    if (entry.refunds) {
      const more = next.paid - entry.paid;
      if (more > 0n) return more <= model.paidInAll(entry.refunds) - model.refunded(entry.refunds);
      return next.paid > 0n && (entry.forgive === true || -more <= model.remaining(entry.refunds));
    }
    if (pays !== undefined) {
      const parent = entries.get(keyOf(resource, pays));
      if (!parent || model.paidInAll(parent) - entry.paid + next.paid < model.refunded(parent)) return false;
      return next.paid <= model.remaining(parent) + entry.paid;
    }
    const paid = next.paid + sum(model.installmentsOf(entry).map((one) => one.paid));
    const refunded = model.refunded(entry);
    if (paid - refunded > next.price - model.forgiven(entry) || paid < refunded) return false;
    const came = model.ordered(of ?? '') - entry.quantity + next.quantity;
    const left = model.ordered(of ?? '') - model.paidOut(of ?? '') + entry.quantity - next.quantity;
    if (resource === 'book-order') return came >= model.paidOut(of ?? '');
    return resource !== 'book-payout' || left >= 0n;
  };

  async function change(input: Inputs['change']) {
    const changeable = model.all().filter(({ resource }) => resource !== 'salary');
    const entry = pick(changeable, input.entry);
    if (!entry) return;
    const { resource } = entry;
    const isPayout = resource === 'book-payout';
    const paid = input.paid ?? entry.paid;
    const quantity = entry.quantity > 0n ? (input.quantity ?? entry.quantity) : entry.quantity;
    const unit = entry.quantity > 0n ? entry.price / entry.quantity : 0n;
    const hasPrice = resource === 'book-order' || (!isPayout && payables().includes(entry));
    const asked = hasPrice ? (input.price ?? entry.price) : entry.price;
    const price = isPayout ? unit * quantity : asked;
    const next = { paid, price, quantity };
    const body = {
      paid_amount: formatDecimal(paid),
      amount: formatDecimal(paid),
      price: formatDecimal(price),
      quantity: String(quantity),
      custom_date: '2026-01-05',
    };
    const answer = await client.send('PATCH', pathOf(entry), body);
    if (asAllowed(answer, fits(entry, next) && mayTouch(entry, next))) Object.assign(entry, next);
  }

  async function remove({ entry: index }: Inputs['remove']) {
    const entry = pick(model.all(), index);
    if (!entry) return;
    const { resource, of } = entry;
    const parent = entry.pays === undefined ? undefined : entries.get(keyOf(resource, entry.pays));
    const holdsMoney = entry.paid > 0n || entry.quantity > 0n || settles(entry);
    const isFinal = model.isEnded(entry.month) && resource !== 'deduction' && holdsMoney;
    const isNeeded =
      model.installmentsOf(entry).length > 0 ||
      model.refundsOf(entry).length > 0 ||
      model.all('refund').some(({ names }) => names === entry) ||
      (parent !== undefined && model.paidInAll(parent) - entry.paid < model.refunded(parent)) ||
      (entry.refunds !== undefined && !entry.forgive && entry.paid > model.remaining(entry.refunds)) ||
      entry.settledBy !== undefined ||
      (resource === 'book-order' && model.ordered(of ?? '') - entry.quantity < model.paidOut(of ?? ''));
    const answer = await client.send('DELETE', pathOf(entry));
    if (!asAllowed(answer, !isFinal && !isNeeded)) return;
    entries.delete(keyOf(resource, entry.id));
    for (const deduction of model.all('deduction')) {
      if (resource === 'salary' && deduction.settledBy === entry.id) delete deduction.settledBy;
    }
  }

  const settles = ({ resource, id }: ModelEntry) =>
    resource === 'salary' &&
    model.all('deduction').some(({ settledBy, paid }) => settledBy === id && paid > 0n);

  async function toggleMonth({ waiting }: Inputs['toggleMonth']) {
    const running = model.running();
    const month = running ?? model.months.at(-1);
    const answer = await client.send('POST', MONTH_TOGGLE_PATH, { waiting });
    if (!asAllowed(answer, month !== undefined) || !month) return;
    month.running = running === undefined;
    if (month.running && waiting === 'this') model.adoptUnassigned(month);
  }

  async function startMonth() {
    const answer = await client.send('POST', MONTH_PATH, { name: `Month ${model.months.length + 1}` });
    if (!asAllowed(answer, model.running() === undefined)) return;
    const month: ModelMonth = { id: String(answer.body.id), running: true };
    model.months.push(month);
    model.adoptUnassigned(month);
  }

  /** Counts the drawer, or says why the last count differs; the invariants of the database tell what it must come to. */
  async function closeDrawer({ counted, keeps }: Inputs['closeDrawer']) {
    const drawer = ownDrawer.parse((await client.get(OWN_DRAWER_PATH)).body);
    const finish = `${CLOSES_PATH}${drawer.unfinished?.id}/finish/`;
    const count = {
      other: formatDecimal(counted),
      kept: formatDecimal(keeps ? counted : 0n),
      after: drawer.last,
    };
    const answer = await (drawer.unfinished
      ? client.send('POST', finish, { reason: 'Counted twice' })
      : client.send('POST', CLOSES_PATH, count));
    asAllowed(answer, true);
  }

  const handlers: { readonly [Name in keyof Inputs]: (input: Inputs[Name]) => Promise<void> } = {
    enrol,
    payInstallment,
    refund,
    order,
    payOut,
    paySalary,
    deduct,
    spend,
    raise,
    change,
    remove,
    toggleMonth,
    startMonth,
    closeDrawer,
  };
  const run = <Name extends keyof Inputs>(type: Name, input: Inputs[Name]) => handlers[type](input);
  for (const [turn, { type, input }] of operations.entries()) {
    onTurn(turn);
    await run(type, input);
  }
  return model;
}
