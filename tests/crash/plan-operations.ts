import { resources } from '#contract/resources/registry.ts';
import type { ClientActions, WeightedOperation } from './client-actions.ts';
import type { RecordTarget } from './operation-log.ts';

const { student: students, plan: plans, promise: promises, reminder: reminders } = resources;
const courses = resources['adult-course'].path;

/** Returns operations on what is said about debts: plans with payments towards them, promised days, reminders. */
export function debtOperations(actions: ClientActions): WeightedOperation[] {
  const { factory, pick, create, update, remove } = actions;
  const { chance } = factory;
  const own = { plans: [] as string[], promises: [] as string[], reminders: [] as string[] };
  const debts: { readonly student: string; readonly enrolment: string }[] = [];
  const payments: string[] = [];
  const made = async (target: RecordTarget, path: string, body: object) => {
    const into: string[] = [];
    await create(target, path, body, into);
    return into[0];
  };
  const owe = async () => {
    const student = await made('student', students.path, factory.student());
    if (student === undefined) return;
    const body = factory.enrolment('adult-course', student, { price: '250', paid_amount: '50' });
    const enrolment = await made('enrolment', courses, body);
    if (enrolment !== undefined) debts.push({ student, enrolment });
  };
  const debt = () => debts[chance.whole(0, debts.length - 1)];
  const say = async (
    target: RecordTarget,
    path: string,
    into: string[],
    bodyOf: (student: string) => object,
  ) => {
    const student = debt()?.student;
    if (student !== undefined) await create(target, path, bodyOf(student), into);
  };
  const plan = async () => {
    const one = debt();
    if (one) await create('plan', plans.path, factory.plan(one.enrolment, one.student), own.plans);
  };
  const pay = async () => {
    const enrolment = debt()?.enrolment;
    if (enrolment === undefined) return;
    await create(
      'enrolment',
      courses,
      factory.installment(enrolment, BigInt(chance.whole(1, 4000))),
      payments,
    );
  };
  /** Two other parts of what is left of the price. */
  const newParts = () => {
    const first = chance.whole(1, 199);
    const amounts = [first, 200 - first];
    return {
      parts: amounts.map((amount, at) => ({ due_day: `2030-0${at + 4}-05`, amount: `${amount}.00` })),
    };
  };
  const newNotes = () => ({ notes: `note ${chance.whole(1, 9999)}` });
  return [
    [3, owe],
    [4, plan],
    [4, pay],
    [3, () => update('plan', plans.path, own.plans, newParts())],
    [1, () => remove('plan', plans.path, own.plans)],
    [1, () => remove('enrolment', courses, payments)],
    [2, () => say('promise', promises.path, own.promises, factory.promise)],
    [1, () => update('promise', promises.path, own.promises, newNotes())],
    [1, () => remove('promise', promises.path, own.promises)],
    [2, () => say('reminder', reminders.path, own.reminders, factory.reminder)],
    [1, () => update('reminder', reminders.path, own.reminders, { notes: pick(['rang', 'wrote']) })],
    [1, () => remove('reminder', reminders.path, own.reminders)],
  ];
}
