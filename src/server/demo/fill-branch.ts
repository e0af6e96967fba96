import { MONTH_PATH, MONTH_TOGGLE_PATH } from '#contract/month.ts';
import { type BookStock, createBooks, orderBooks, payOutBook } from './books.ts';
import { closeDrawer } from './closes.ts';
import type { DemoFill } from './demo-fill.ts';
import { cancelPrintedPayments, mergeTwins, putTogether, sellOnOneReceipt } from './desk.ts';
import { importFiles } from './imports.ts';
import { createEmployees, type EmployeeIds, paySalaries, spendAndDeduct } from './staff.ts';
import {
  collectDebts,
  enrolStudent,
  payInstallment,
  planPayments,
  registerStudent,
  remindOfDebts,
  type Students,
} from './students.ts';

const STUDENTS = 120;
const DAY_MS = 24 * 60 * 60 * 1000;
const WORKING_DAYS = 22;
const PAYDAY = 18;

/** Tracks the records created so far. */
interface Branch {
  readonly students: Students;
  readonly stock: BookStock;
  readonly employees: EmployeeIds;
}

function monthName(day: Date): string {
  return day.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Returns the first day of the month that many months ago, 10:00 UTC. */
function monthBefore(today: Date, months: number): Date {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1, 10));
}

/** Creates the records of one working day. */
async function simulateDay(fill: DemoFill, { students, stock, employees }: Branch, newStudents: number) {
  const { chance } = fill.factory;
  for (let count = 0; count < newStudents; count++) {
    const student = await registerStudent(fill, students);
    if (chance.happens(85)) await enrolStudent(fill, students, student);
    if (chance.happens(40)) await payOutBook(fill, stock, students, student);
  }
  for (let payment = chance.whole(0, 3); payment > 0; payment--) await payInstallment(fill, students);
  if (chance.happens(20)) await orderBooks(fill, stock);
  await spendAndDeduct(fill, employees);
}

/**
 * Fills an empty branch with two ended months and the current one: orders, payouts, enrolments, payments, salaries and expenses. It uses
 * the API only, with a simulated clock.
 */
export async function fillBranch(fill: DemoFill): Promise<void> {
  const { api, setClock, today } = fill;
  let branch: Branch | undefined;
  let registered = 0;
  for (const back of [2, 1, 0]) {
    const first = monthBefore(today, back);
    setClock(first);
    await api.post(MONTH_PATH, { name: monthName(first) });
    branch ??= {
      students: { ids: [], debts: [], guardians: {} },
      stock: await createBooks(fill),
      employees: await createEmployees(fill),
    };
    const days = back === 0 ? Math.min(WORKING_DAYS, today.getUTCDate()) : WORKING_DAYS;
    const target = Math.ceil((STUDENTS * (3 - back)) / 3);
    for (let day = 0; day < days; day++) {
      const instant = new Date(first.getTime() + day * DAY_MS);
      setClock(instant < today ? instant : today);
      const newStudents = Math.ceil((target - registered) / (days - day));
      await simulateDay(fill, branch, newStudents);
      registered += newStudents;
      if (back > 0 || day < days - 1) await closeDrawer(fill);
      if (day === PAYDAY) await paySalaries(fill, branch.employees);
    }
    if (back > 0) await api.post(MONTH_TOGGLE_PATH, {});
  }
  if (!branch) return;
  await collectDebts(fill, branch.students);
  await remindOfDebts(fill, branch.students);
  await planPayments(fill, branch.students);
  await sellOnOneReceipt(fill, branch.students, branch.stock);
  await cancelPrintedPayments(fill, branch.students);
  await putTogether(fill, branch.students);
  await mergeTwins(fill, branch.students);
  await importFiles(fill, branch.students);
}
