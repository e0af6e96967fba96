import { z } from 'zod';
import { type CollectionResource, collectionResources, collectionRow } from '#contract/collections.ts';
import type { Draft } from '#contract/define-resource.ts';
import type { FieldKind } from '#contract/fields.ts';
import { PRINTS_PATH } from '#contract/receipts.ts';
import { type ResourceName, resourceNames } from '#contract/resource-names.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { writeAnswer } from '#contract/writes/answer.ts';
import { storedCollection } from '#contract/writes/collection.ts';
import { type BranchFactory, branchFactory } from '#server/demo/branch-factory.ts';
import type { Answer, ApiClient } from './test-server.ts';

type Creator = Pick<ApiClient, 'create'>;
interface Writer extends Creator {
  readonly send: (method: 'DELETE', path: string, body: object) => Promise<Pick<Answer, 'status' | 'text'>>;
}
type Make = (client: Creator, factory: BranchFactory) => Promise<Record<string, unknown>>;

export const courses = resources['adult-course'].path;
export const students = resources.student.path;
export const books = resources.book.path;
export const orders = resources['book-order'].path;
export const payouts = resources['book-payout'].path;
export const employees = resources.employee.path;
export const salaries = resources.salary.path;
export const deductions = resources.deduction.path;
export const advances = resources.advance.path;
export const bonuses = resources.bonus.path;
export const expenses = resources.expense.path;
export const refunds = resources.refund.path;

/** The resources that take installments: enrolments and book payouts. */
export const payableKinds: readonly ResourceName[] = resourceNames.filter(
  (name) => resourceOf(name).installment,
);

export const enrolmentKinds = payableKinds.filter((name) => name !== 'book-payout');

const enrolment =
  (kind: ResourceName): Make =>
  async (client, factory) => {
    const student = await client.create(students, factory.student());
    return factory.enrolment(kind, student.id);
  };

export async function stock(client: Creator, copies: number, given: Draft = {}, factory = branchFactory(7)) {
  const { id } = await client.create(books, factory.book(given));
  await client.create(orders, factory.bookOrder(id, { quantity: String(copies) }));
  return id;
}

/** Builds a valid body of each resource. Records that it refers to are created first. */
export const bodyOf: Record<ResourceName, Make> = {
  student: async (_client, factory) => factory.student(),
  book: async (_client, factory) => factory.book(),
  'book-order': async (client, factory) => {
    const book = await client.create(books, factory.book());
    return factory.bookOrder(book.id);
  },
  'book-payout': async (client, factory) => {
    const student = await client.create(students, factory.student());
    return factory.bookPayout(await stock(client, 5, {}, factory), student.id, { paid_amount: '10.00' });
  },
  employee: async (_client, factory) => factory.employee(),
  salary: async (client, factory) => {
    const employee = await client.create(employees, factory.employee());
    return { employee: employee.id, amount: employee.salary, from_drawer: false };
  },
  deduction: async (client, factory) => {
    const employee = await client.create(employees, factory.employee());
    return factory.deduction(employee.id);
  },
  advance: async (client, factory) => {
    const employee = await client.create(employees, factory.employee());
    return factory.advance(employee.id);
  },
  bonus: async (client, factory) => {
    const employee = await client.create(employees, factory.employee());
    return factory.bonus(employee.id);
  },
  expense: async (_client, factory) => factory.expense(),
  'adult-course': enrolment('adult-course'),
  'kids-course': enrolment('kids-course'),
  'home-schooling': enrolment('home-schooling'),
  'summer-course': enrolment('summer-course'),
  nursery: enrolment('nursery'),
  bus: enrolment('bus'),
  refund: async (client, factory) => {
    const { id, student } = await payable(client, 'bus', { price: '300', paid: '100' }, factory);
    const named = { student, resource: 'bus', related_record: id };
    return { ...named, amount: '10.00', reason: 'Paid too much', forgive: true, receipt_number: '700' };
  },
  'stock-count': async (client, factory) => {
    const book = await stock(client, 5, {}, factory);
    return { book, counted: '4', expected: '5', reason: 'Lost' };
  },
  'cash-move': async () => ({ way: 'brought', amount: '50.00', person_name: 'Samir', slip: '44' }),
  reminder: async (client, factory) => {
    const student = await client.create(students, factory.student());
    return factory.reminder(student.id);
  },
  plan: async (client, factory) => {
    const { id, student } = await payable(client, 'bus', { price: '300', paid: '100' }, factory);
    return factory.plan(id, String(student));
  },
  promise: async (client, factory) => {
    const student = await client.create(students, factory.student());
    return factory.promise(student.id);
  },
};

/** Creates an enrolment of a new student. Price and first payment are decimal text. */
export async function enrol(
  client: Creator,
  price: string,
  paid = '0',
  factory: BranchFactory = branchFactory(7),
) {
  const student = await client.create(students, factory.student());
  return client.create(courses, factory.enrolment('adult-course', student.id, { price, paid_amount: paid }));
}

/** Creates a record that installments can pay for, of a new student. Price and first payment are decimal text. */
export async function payable(
  client: Creator,
  kind: ResourceName,
  { price, paid = '0' }: { readonly price: string; readonly paid?: string },
  factory: BranchFactory = branchFactory(7),
) {
  const student = await client.create(students, factory.student());
  const body =
    kind === 'book-payout'
      ? factory.bookPayout(await stock(client, 5, { sell_price: price }, factory), student.id)
      : factory.enrolment(kind, student.id, { price });
  return client.create(resourceOf(kind).path, { ...body, paid_amount: paid });
}

export function installment(related: string, paid: string, given: object = {}) {
  return {
    is_installment: true,
    related_record: related,
    receipt_number: '500',
    paid_amount: paid,
    ...given,
  };
}

export async function collectionOf(client: Creator, factory: BranchFactory = branchFactory(7)) {
  const { id } = await payable(client, 'bus', { price: '100' }, factory);
  return {
    receipt_number: '600',
    payments: [{ resource: 'bus', related_record: id, paid_amount: '10' }],
  };
}

/** Prints the receipt of a new payment and deletes the payment; returns the ids of the print and of the payment. */
export async function printAndCancel(client: Writer, factory?: BranchFactory) {
  const { id } = await enrol(client, '100', '10', factory);
  const print = await client.create(PRINTS_PATH, { resource: 'adult-course', record: id });
  const { status, text } = await client.send('DELETE', `${courses}${id}/`, { reason: 'paid twice' });
  if (status !== 200) throw new Error(text);
  return { print: print.id, payment: id };
}

const changedValues: Partial<Record<FieldKind, unknown>> = {
  text: 'Changed',
  date: '2026-01-31',
  parts: [{ due_day: '2031-01-31', amount: '200.00' }],
};

export function changeOf(name: ResourceName): Readonly<Record<string, unknown>> {
  const fields = Object.entries(resourceOf(name).fields).filter(([, { immutable }]) => !immutable);
  const [field, { kind } = { kind: 'text' as const }] =
    fields.find(([, one]) => changedValues[one.kind] !== undefined) ?? [];
  return field === undefined ? {} : { [field]: changedValues[kind] };
}

type WrittenLine = Draft & { readonly id: string; readonly resource: CollectionResource };

const linesIn = (records: z.output<typeof writeAnswer>['records']) => {
  const rows = records.map(
    ({ resource, record }): WrittenLine => ({
      resource: z.enum(collectionResources).parse(resource),
      ...record,
    }),
  );
  const isPayment = (row: WrittenLine) => row.is_installment === true;
  return { payments: rows.filter(isPayment), records: rows.filter((row) => !isPayment(row)) };
};

/** A collection with its lines, as a POST answers it. */
export function collected(body: unknown) {
  const [whole, ...lines] = writeAnswer.parse(body).records;
  return { ...collectionRow.parse(whole?.record), ...linesIn(lines) };
}

/** The same, as a GET answers it. */
export function storedLines(body: unknown) {
  const { records, ...row } = storedCollection.parse(body);
  return { ...row, ...linesIn(records) };
}
