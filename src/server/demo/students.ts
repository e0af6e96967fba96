import { type Piastres, parsePiastres } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import type { DemoFill } from './demo-fill.ts';

/** Installments are round: fifties of pounds, in piastres. */
const STEP = 5_000n;

/** How often each kind is chosen. */
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

interface Debt {
  readonly kind: ResourceName;
  readonly enrolment: string;
  remains: Piastres;
}

/** Who learns at the branch, and what they still owe. */
export interface Students {
  readonly students: string[];
  readonly debts: Debt[];
}

/** A new student; their id. */
export async function registerStudent({ desk, factory }: DemoFill, learners: Students): Promise<string> {
  const { id } = await desk.post(resources.student.path, factory.student());
  learners.students.push(id);
  return id;
}

/** An enrolment of some kind, partly paid. */
export async function enrolStudent({ desk, factory }: DemoFill, learners: Students, student: string) {
  const kind = factory.chance.pick(KINDS);
  const body = factory.enrolment(kind, student);
  const { id } = await desk.post(resourceOf(kind).path, body);
  const remains = parsePiastres(String(body.price)) - parsePiastres(String(body.paid_amount));
  learners.debts.push({ kind, enrolment: id, remains });
}

/** Someone pays a part, or the rest, of what they owe. */
export async function payInstallment({ desk, factory }: DemoFill, { debts }: Students): Promise<void> {
  const open = debts.filter((debt) => debt.remains >= STEP);
  if (open.length === 0) return;
  const debt = factory.chance.pick(open);
  const most = debt.remains / STEP;
  const paid = factory.chance.happens(35) || most < 4n ? debt.remains : (most / 2n) * STEP;
  await desk.post(resourceOf(debt.kind).path, factory.installment(debt.enrolment, paid));
  debt.remains -= paid;
}
