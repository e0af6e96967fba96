import { formatDecimal, parsePiastres } from '#contract/money.ts';
import { resources } from '#contract/resources/registry.ts';
import type { ClientActions, WeightedOperation } from './client-actions.ts';

const students = resources.student.path;
const courses = resources['adult-course'].path;
const orders = resources['book-order'].path;
const payouts = resources['book-payout'].path;
const employees = resources.employee.path;
const salaries = resources.salary.path;
const deductions = resources.deduction.path;
const ONE_POUND = 100n;

/** What all clients write to at once, by its id. */
export interface SharedRecords {
  readonly enrolment: string;
  readonly book: string;
  readonly student: string;
}

/** Students enrol, pay, change their minds. */
export function studentOperations(hands: ClientActions, shared: SharedRecords): WeightedOperation[] {
  const { factory, any, make, change, remove } = hands;
  const { chance } = factory;
  const own = { students: [] as string[], enrolments: [] as string[], installments: [] as string[] };
  const pay = async (enrolment: string | undefined) => {
    if (enrolment === undefined) return;
    const paid = BigInt(chance.whole(1, 300)) * ONE_POUND + parsePiastres('0.05');
    await make('enrolment', courses, factory.installment(enrolment, paid), own.installments);
  };
  const enrol = async () => {
    const student = any(own.students);
    if (student === undefined) return;
    await make('enrolment', courses, factory.enrolment('adult-course', student), own.enrolments);
  };
  const paidOtherwise = () => ({ paid_amount: formatDecimal(BigInt(chance.whole(1, 40_000))) });
  const phone = () => ({ phone: String(chance.whole(1, 99_999)) });
  const notes = () => ({ notes: `note ${chance.whole(1, 9999)}` });
  const moved = () => ({ student: any(own.students) ?? shared.student });
  return [
    [14, () => make('student', students, factory.student(), own.students)],
    [12, enrol],
    [14, () => pay(any(own.enrolments))],
    [6, () => pay(shared.enrolment)],
    [4, () => change('student', students, own.students, phone())],
    [3, () => change('enrolment', courses, own.enrolments, notes())],
    [5, () => change('enrolment', courses, own.installments, paidOtherwise())],
    [3, () => remove('enrolment', courses, own.installments)],
    [2, () => change('enrolment', courses, own.enrolments, moved())],
    [2, () => remove('student', students, own.students)],
  ];
}

/** Copies of one book come and go, at all desks at once. */
export function bookOperations(hands: ClientActions, shared: SharedRecords): WeightedOperation[] {
  const { factory, make, change, remove } = hands;
  const { chance } = factory;
  const own = { orders: [] as string[], payouts: [] as string[] };
  const order = () => factory.bookOrder(shared.book, { quantity: String(chance.whole(1, 6)) });
  const payout = () =>
    factory.bookPayout(shared.book, shared.student, { quantity: String(chance.whole(1, 5)) });
  const fewer = () => ({ quantity: String(chance.whole(1, 5)) });
  const paid = () => ({ paid_amount: formatDecimal(BigInt(chance.whole(1, 9000))) });
  return [
    [6, () => make('book_order', orders, order(), own.orders)],
    [9, () => make('book_payout', payouts, payout(), own.payouts)],
    [3, () => change('book_order', orders, own.orders, fewer())],
    [3, () => change('book_payout', payouts, own.payouts, { ...fewer(), ...paid() })],
    [2, () => remove('book_order', orders, own.orders)],
    [2, () => remove('book_payout', payouts, own.payouts)],
  ];
}

/** Employees come, are paid less what was taken off, and a salary is taken back. */
export function staffOperations(hands: ClientActions): WeightedOperation[] {
  const { factory, any, make, change, remove } = hands;
  const { chance } = factory;
  const own = { employees: [] as string[], salaries: [] as string[], deductions: [] as string[] };
  const pay = async () => {
    const employee = any(own.employees);
    if (employee !== undefined) await make('salary', salaries, { employee }, own.salaries);
  };
  const deduct = async () => {
    const employee = any(own.employees);
    if (employee !== undefined)
      await make('deduction', deductions, factory.deduction(employee), own.deductions);
  };
  const raise = () => ({ salary: formatDecimal(BigInt(chance.whole(300_000, 900_000))) });
  const amount = () => ({ amount: formatDecimal(BigInt(chance.whole(1, 30_000))) });
  return [
    [2, () => make('employee', employees, factory.employee(), own.employees)],
    [5, pay],
    [4, deduct],
    [1, () => change('employee', employees, own.employees, raise())],
    [2, () => change('deduction', deductions, own.deductions, amount())],
    [1, () => remove('deduction', deductions, own.deductions)],
    [2, () => remove('salary', salaries, own.salaries)],
  ];
}
