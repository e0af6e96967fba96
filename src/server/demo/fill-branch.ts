import { MONTH_PATH, MONTH_TOGGLE_PATH } from '#contract/month.ts';
import { type Bookshop, createBooks, handOutBook, orderBooks } from './books.ts';
import type { DemoFill } from './demo-fill.ts';
import { hireStaff, paySalaries, type Staff, spendAndDeduct } from './staff.ts';
import { enrolStudent, payInstallment, registerStudent, type Students } from './students.ts';

const STUDENTS = 120;
const A_DAY_MS = 24 * 60 * 60 * 1000;
const WORKING_DAYS = 22;
const PAYDAY = 18;

/** What is at the branch by now. */
interface Branch {
  readonly learners: Students;
  readonly shelf: Bookshop;
  readonly staff: Staff;
}

function monthName(day: Date): string {
  return day.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Noon of the first of the month that lies so many months back. */
function monthBefore(today: Date, months: number): Date {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1, 10));
}

async function workADay(fill: DemoFill, { learners, shelf, staff }: Branch, newcomers: number) {
  const { chance } = fill.factory;
  for (let newcomer = 0; newcomer < newcomers; newcomer++) {
    const student = await registerStudent(fill, learners);
    if (chance.happens(85)) await enrolStudent(fill, learners, student);
    if (chance.happens(40)) await handOutBook(fill, shelf, student);
  }
  for (let payment = chance.whole(0, 3); payment > 0; payment--) await payInstallment(fill, learners);
  if (chance.happens(20)) await orderBooks(fill, shelf);
  await spendAndDeduct(fill, staff);
}

/**
 * Lives through two whole months and the present one at the desk of an empty branch: books come and go, students enrol and pay, staff are
 * paid, months end. It speaks to the server as a person would, by its API; only the clock is ours.
 */
export async function fillBranch(fill: DemoFill): Promise<void> {
  const { desk, setClock, today } = fill;
  let branch: Branch | undefined;
  let students = 0;
  for (const back of [2, 1, 0]) {
    const first = monthBefore(today, back);
    setClock(first);
    await desk.post(MONTH_PATH, { name: monthName(first) });
    branch ??= {
      learners: { students: [], debts: [] },
      shelf: await createBooks(fill),
      staff: await hireStaff(fill),
    };
    const days = back === 0 ? Math.min(WORKING_DAYS, today.getUTCDate()) : WORKING_DAYS;
    const due = Math.ceil((STUDENTS * (3 - back)) / 3);
    for (let day = 0; day < days; day++) {
      const instant = new Date(first.getTime() + day * A_DAY_MS);
      setClock(instant < today ? instant : today);
      const coming = Math.ceil((due - students) / (days - day));
      await workADay(fill, branch, coming);
      students += coming;
      if (day === PAYDAY) await paySalaries(fill, branch.staff);
    }
    if (back > 0) await desk.post(MONTH_TOGGLE_PATH, {});
  }
}
