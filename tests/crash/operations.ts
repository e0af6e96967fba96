import { formatDecimal, parsePiastres } from '#contract/money.ts';
import { resources } from '#contract/resources/registry.ts';
import type { ClientActions, WeightedOperation } from './client-actions.ts';

const students = resources.student.path;
const courses = resources['adult-course'].path;
const orders = resources['book-order'].path;
const payouts = resources['book-payout'].path;
const refunds = resources.refund.path;
const ONE_POUND = 100n;

export interface SharedRecords {
  readonly enrolment: string;
  readonly book: string;
  readonly student: string;
}

export function studentOperations(actions: ClientActions, shared: SharedRecords): WeightedOperation[] {
  const { factory, pick, create, update, remove } = actions;
  const { chance } = factory;
  const created = {
    students: [] as string[],
    enrolments: [] as string[],
    installments: [] as string[],
    refunds: [] as string[],
  };
  const pay = async (enrolment: string | undefined, method: Readonly<Record<string, unknown>> = {}) => {
    if (enrolment === undefined) return;
    const paidAmount = BigInt(chance.whole(1, 300)) * ONE_POUND + parsePiastres('0.05');
    await create(
      'enrolment',
      courses,
      factory.installment(enrolment, paidAmount, method),
      created.installments,
    );
  };
  /** In cash, or as credit of the student. */
  const payBack = async (related_record: string | undefined) => {
    if (related_record === undefined) return;
    const amount = formatDecimal(BigInt(chance.whole(1, 20_000)));
    const payment_method = chance.happens(50) ? 'cash' : 'credit';
    const body = { resource: 'adult-course', related_record, amount, payment_method, reason: 'Ill' };
    await create('refund', refunds, { ...body, forgive: chance.happens(50) }, created.refunds);
  };
  const enrol = async () => {
    const student = pick(created.students);
    if (student === undefined) return;
    await create('enrolment', courses, factory.enrolment('adult-course', student), created.enrolments);
  };
  const newPaidAmount = () => ({ paid_amount: formatDecimal(BigInt(chance.whole(1, 40_000))) });
  const newPhone = () => ({ phone: String(chance.whole(1, 99_999)) });
  const newNotes = () => ({ notes: `note ${chance.whole(1, 9999)}` });
  const newStudent = () => ({ student: pick(created.students) ?? shared.student });
  return [
    [14, () => create('student', students, factory.student(), created.students)],
    [12, enrol],
    [14, () => pay(pick(created.enrolments))],
    [6, () => pay(shared.enrolment)],
    [4, () => update('student', students, created.students, newPhone())],
    [3, () => update('enrolment', courses, created.enrolments, newNotes())],
    [5, () => update('enrolment', courses, created.installments, newPaidAmount())],
    [3, () => remove('enrolment', courses, created.installments)],
    [2, () => update('enrolment', courses, created.enrolments, newStudent())],
    [2, () => remove('student', students, created.students)],
    [4, () => payBack(pick(created.enrolments))],
    [2, () => payBack(shared.enrolment)],
    [3, () => pay(pick(created.enrolments), { payment_method: 'credit' })],
    [
      2,
      () =>
        update('refund', refunds, created.refunds, { amount: formatDecimal(BigInt(chance.whole(1, 9000))) }),
    ],
    [2, () => remove('refund', refunds, created.refunds)],
  ];
}

export function bookOperations(actions: ClientActions, shared: SharedRecords): WeightedOperation[] {
  const { factory, pick, create, update, remove } = actions;
  const { chance } = factory;
  const created = { orders: [] as string[], payouts: [] as string[], installments: [] as string[] };
  const order = () => factory.bookOrder(shared.book, { quantity: String(chance.whole(1, 6)) });
  const payout = () =>
    factory.bookPayout(shared.book, shared.student, { quantity: String(chance.whole(1, 5)) });
  const newQuantity = () => ({ quantity: String(chance.whole(1, 5)) });
  const paidAmount = () => ({ paid_amount: formatDecimal(BigInt(chance.whole(1, 9000))) });
  const pay = async () => {
    const payout = pick(created.payouts);
    if (payout === undefined) return;
    const installment = factory.installment(payout, BigInt(chance.whole(1, 60)) * ONE_POUND);
    await create('book_payout', payouts, installment, created.installments);
  };
  return [
    [6, () => create('book_order', orders, order(), created.orders)],
    [9, () => create('book_payout', payouts, payout(), created.payouts)],
    [3, () => update('book_order', orders, created.orders, newQuantity())],
    [3, () => update('book_payout', payouts, created.payouts, { ...newQuantity(), ...paidAmount() })],
    [2, () => remove('book_order', orders, created.orders)],
    [2, () => remove('book_payout', payouts, created.payouts)],
    [6, pay],
    [2, () => update('book_payout', payouts, created.installments, paidAmount())],
    [2, () => remove('book_payout', payouts, created.installments)],
  ];
}
