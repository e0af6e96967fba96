import { monthLater, utcDay } from '#contract/days.ts';
import type { Draft } from '#contract/define-resource.ts';
import { paths } from '#contract/http.ts';
import { formatDecimal, type Piastres, parsePiastres } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import type { DemoFill } from './demo-fill.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Unit of installments, in piastres: 50 pounds. */
const INSTALLMENT_UNIT = 5_000n;

/** Lists the kinds of enrolment; duplicates weight the random choice. */
const KINDS: readonly ResourceName[] = [
  'adult-course',
  'adult-course',
  'adult-course',
  'kids-course',
  'kids-course',
  'summer-course',
  'home-schooling',
  'nursery',
  'bus',
];

/** Tracks the remaining amount of an enrolment or book payout. */
interface Debt {
  readonly kind: ResourceName;
  readonly student: string;
  readonly record: string;
  /** What was to be paid after the first payment. */
  readonly owed: Piastres;
  remaining: Piastres;
}

/** Tracks the students and their debts. */
export interface Students {
  readonly ids: string[];
  readonly debts: Debt[];
  /** The phone numbers of the last student's guardians, which a sibling shares. */
  guardians: Draft;
}

/** Every so many students one is a sibling of the student before. */
const SIBLING_EVERY = 4;

/** Creates a student and returns the id. */
export async function registerStudent({ api, factory }: DemoFill, students: Students): Promise<string> {
  const isSibling = students.ids.length % SIBLING_EVERY === SIBLING_EVERY - 1;
  const body = factory.student(isSibling ? students.guardians : {});
  const { father_phone, mother_phone } = body;
  students.guardians = { father_phone, mother_phone };
  const { id } = await api.post(resources.student.path, body);
  students.ids.push(id);
  return id;
}

/** Creates an enrolment of a random kind, partly paid. */
export async function enrolStudent({ api, factory }: DemoFill, students: Students, student: string) {
  const kind = factory.chance.pick(KINDS);
  const body = factory.enrolment(kind, student);
  const { id } = await api.post(resourceOf(kind).path, body);
  const remaining = parsePiastres(String(body.price)) - parsePiastres(String(body.paid_amount));
  students.debts.push({ kind, student, record: id, owed: remaining, remaining });
}

/** Creates an installment towards a random debt: a part or all of it. */
export async function payInstallment({ api, factory }: DemoFill, { debts }: Students): Promise<void> {
  const open = debts.filter((debt) => debt.remaining >= INSTALLMENT_UNIT);
  if (open.length === 0) return;
  const debt = factory.chance.pick(open);
  const units = debt.remaining / INSTALLMENT_UNIT;
  const paid = factory.chance.happens(35) || units < 4n ? debt.remaining : (units / 2n) * INSTALLMENT_UNIT;
  await api.post(resourceOf(debt.kind).path, factory.installment(debt.record, paid));
  debt.remaining -= paid;
}

/** Number of students whose debts are paid with one sum. */
const COLLECTIONS = 6;

/** Pays pairs of debts with one sum each. */
export async function collectDebts({ api, factory }: DemoFill, { debts }: Students): Promise<void> {
  const open = debts.filter((debt) => debt.remaining >= INSTALLMENT_UNIT);
  for (let pair = 0; pair < COLLECTIONS; pair++) {
    const payments = open.slice(pair * 2, pair * 2 + 2).map(({ kind, record }) => ({
      resource: kind,
      related_record: record,
      paid_amount: formatDecimal(INSTALLMENT_UNIT),
    }));
    if (payments.length > 0) await api.post(paths.collections, factory.collection(payments));
  }
}

/** Number of students who were reminded, and who said when they will pay. */
const REMINDED = 5;

/** Reminds the parents of some students who owe something; some of them promise to pay. */
export async function remindOfDebts({ api, factory, today }: DemoFill, { debts }: Students): Promise<void> {
  const students = [
    ...new Set(debts.filter(({ remaining }) => remaining > 0n).map(({ student }) => student)),
  ];
  for (const [index, student] of students.slice(0, REMINDED).entries()) {
    await api.post(resources.reminder.path, factory.reminder(student));
    const dueDay = utcDay(new Date(today.getTime() + (index - 1) * DAY_MS));
    await api.post(resources.promise.path, factory.promise(student, { due_day: dueDay }));
  }
}

/** Number of enrolments that are paid by a plan. */
const PLANS = 4;

/** Plans two monthly parts for some enrolments on which something is owed. */
export async function planPayments({ api, factory, today }: DemoFill, { debts }: Students): Promise<void> {
  const enrolments = debts.filter(({ kind, remaining }) => kind !== 'book-payout' && remaining > 0n);
  const next = utcDay(today);
  for (const { record, student, owed } of enrolments.slice(0, PLANS)) {
    const half = owed / 2n;
    const parts = [
      { due_day: next, amount: formatDecimal(half) },
      { due_day: monthLater(next, 1), amount: formatDecimal(owed - half) },
    ];
    await api.post(resources.plan.path, factory.plan(record, student, { parts }));
  }
}
