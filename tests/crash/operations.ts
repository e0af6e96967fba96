import { formatDecimal, parsePiastres } from '#contract/money.ts';
import { resources } from '#contract/resources/registry.ts';
import type { ClientActions, WeightedOperation } from './client-actions.ts';

const students = resources.student.path;
const courses = resources['adult-course'].path;
const orders = resources['book-order'].path;
const payouts = resources['book-payout'].path;
const refunds = resources.refund.path;
const ONE_POUND = 100n;

/** Holds the ids of the records that all clients write concurrently. */
export interface SharedRecords {
  readonly enrolment: string;
  readonly book: string;
  readonly student: string;
}

/** Returns operations on students, enrolments and installments. */
export function studentOperations(actions: ClientActions, shared: SharedRecords): WeightedOperation[] {
  const { factory, pick, create, update, remove } = actions;
  const { chance } = factory;
  const own = {
    students: [] as string[],
    enrolments: [] as string[],
    installments: [] as string[],
    refunds: [] as string[],
  };
  const pay = async (enrolment: string | undefined, method: Readonly<Record<string, unknown>> = {}) => {
    if (enrolment === undefined) return;
    const paidAmount = BigInt(chance.whole(1, 300)) * ONE_POUND + parsePiastres('0.05');
    await create('enrolment', courses, factory.installment(enrolment, paidAmount, method), own.installments);
  };
  /** In cash, or as credit of the student. */
  const payBack = async (related_record: string | undefined) => {
    if (related_record === undefined) return;
    const amount = formatDecimal(BigInt(chance.whole(1, 20_000)));
    const payment_method = chance.happens(50) ? 'cash' : 'credit';
    const body = { resource: 'adult-course', related_record, amount, payment_method, reason: 'Ill' };
    await create('refund', refunds, { ...body, forgive: chance.happens(50) }, own.refunds);
  };
  const enrol = async () => {
    const student = pick(own.students);
    if (student === undefined) return;
    await create('enrolment', courses, factory.enrolment('adult-course', student), own.enrolments);
  };
  const newPaidAmount = () => ({ paid_amount: formatDecimal(BigInt(chance.whole(1, 40_000))) });
  const newPhone = () => ({ phone: String(chance.whole(1, 99_999)) });
  const newNotes = () => ({ notes: `note ${chance.whole(1, 9999)}` });
  const newStudent = () => ({ student: pick(own.students) ?? shared.student });
  return [
    [14, () => create('student', students, factory.student(), own.students)],
    [12, enrol],
    [14, () => pay(pick(own.enrolments))],
    [6, () => pay(shared.enrolment)],
    [4, () => update('student', students, own.students, newPhone())],
    [3, () => update('enrolment', courses, own.enrolments, newNotes())],
    [5, () => update('enrolment', courses, own.installments, newPaidAmount())],
    [3, () => remove('enrolment', courses, own.installments)],
    [2, () => update('enrolment', courses, own.enrolments, newStudent())],
    [2, () => remove('student', students, own.students)],
    [4, () => payBack(pick(own.enrolments))],
    [2, () => payBack(shared.enrolment)],
    [3, () => pay(pick(own.enrolments), { payment_method: 'credit' })],
    [
      2,
      () => update('refund', refunds, own.refunds, { amount: formatDecimal(BigInt(chance.whole(1, 9000))) }),
    ],
    [2, () => remove('refund', refunds, own.refunds)],
  ];
}

/** Returns operations on orders and payouts of one shared book. */
export function bookOperations(actions: ClientActions, shared: SharedRecords): WeightedOperation[] {
  const { factory, pick, create, update, remove } = actions;
  const { chance } = factory;
  const own = { orders: [] as string[], payouts: [] as string[], installments: [] as string[] };
  const order = () => factory.bookOrder(shared.book, { quantity: String(chance.whole(1, 6)) });
  const payout = () =>
    factory.bookPayout(shared.book, shared.student, { quantity: String(chance.whole(1, 5)) });
  const newQuantity = () => ({ quantity: String(chance.whole(1, 5)) });
  const paidAmount = () => ({ paid_amount: formatDecimal(BigInt(chance.whole(1, 9000))) });
  const pay = async () => {
    const payout = pick(own.payouts);
    if (payout === undefined) return;
    const installment = factory.installment(payout, BigInt(chance.whole(1, 60)) * ONE_POUND);
    await create('book_payout', payouts, installment, own.installments);
  };
  return [
    [6, () => create('book_order', orders, order(), own.orders)],
    [9, () => create('book_payout', payouts, payout(), own.payouts)],
    [3, () => update('book_order', orders, own.orders, newQuantity())],
    [3, () => update('book_payout', payouts, own.payouts, { ...newQuantity(), ...paidAmount() })],
    [2, () => remove('book_order', orders, own.orders)],
    [2, () => remove('book_payout', payouts, own.payouts)],
    [6, pay],
    [2, () => update('book_payout', payouts, own.installments, paidAmount())],
    [2, () => remove('book_payout', payouts, own.installments)],
  ];
}
