import { piastres } from '#contract/money.ts';
import { MONTH_PATH, MONTH_TOGGLE_PATH } from '#contract/month.ts';
import { resources } from '#contract/resources/registry.ts';
import type { BranchFactory } from './branch-factory.ts';
import type { DeskHand } from './desk-hand.ts';

const STUDENTS = 120;
const A_DAY_MS = 24 * 60 * 60 * 1000;
const WORKING_DAYS = 22;
/** Installments are round: fifties of pounds, in piastres. */
const STEP = 5_000n;

interface Debt {
  readonly enrolment: string;
  remains: bigint;
}

export interface DemoFill {
  readonly desk: DeskHand;
  readonly factory: BranchFactory;
  /** Moves the server's clock: records made from now on bear this instant. */
  readonly setClock: (instant: Date) => void;
  readonly today: Date;
}

function monthName(day: Date): string {
  return day.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Noon of the first of the month that lies so many months back. */
function monthBefore(today: Date, months: number): Date {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1, 10));
}

async function payInstallment({ desk, factory }: DemoFill, debt: Debt): Promise<void> {
  const most = debt.remains / STEP;
  const paid = factory.chance.happens(35) || most < 4n ? debt.remains : (most / 2n) * STEP;
  if (paid === 0n) return;
  await desk.post(resources['adult-course'].path, factory.installment(debt.enrolment, paid));
  debt.remains -= paid;
}

async function workADay(fill: DemoFill, debts: Debt[], students: number): Promise<void> {
  const { desk, factory } = fill;
  for (let newcomer = 0; newcomer < students; newcomer++) {
    const { id } = await desk.post(resources.student.path, factory.student());
    if (!factory.chance.happens(85)) continue;
    const body = factory.adultCourse(id);
    const enrolment = await desk.post(resources['adult-course'].path, body);
    const remains = piastres(String(body.price)) - piastres(String(body.paid_amount));
    debts.push({ enrolment: enrolment.id, remains });
  }
  const open = debts.filter((debt) => debt.remains > 0n);
  if (open.length === 0) return;
  for (let payment = factory.chance.whole(0, 3); payment > 0; payment--) {
    await payInstallment(fill, factory.chance.pick(open));
  }
}

/**
 * Lives through two whole months and the present one at the desk of an empty branch: students come, enrol and pay, months end. It speaks to
 * the server as a person would, by its API; only the clock is ours.
 */
export async function fillBranch(fill: DemoFill): Promise<void> {
  const { desk, setClock, today } = fill;
  const debts: Debt[] = [];
  let students = 0;
  for (const back of [2, 1, 0]) {
    const first = monthBefore(today, back);
    setClock(first);
    await desk.post(MONTH_PATH, { name: monthName(first) });
    const days = back === 0 ? Math.min(WORKING_DAYS, today.getUTCDate()) : WORKING_DAYS;
    const due = Math.ceil((STUDENTS * (3 - back)) / 3);
    for (let day = 0; day < days; day++) {
      const instant = new Date(first.getTime() + day * A_DAY_MS);
      setClock(instant < today ? instant : today);
      const coming = Math.ceil((due - students) / (days - day));
      await workADay(fill, debts, coming);
      students += coming;
    }
    if (back > 0) await desk.post(MONTH_TOGGLE_PATH, {});
  }
}
