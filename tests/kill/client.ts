import { decimal, piastres } from '#contract/money.ts';
import { resources } from '#contract/resources/registry.ts';
import { paths } from '#contract/wire.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import type { Entry } from './ledger.ts';
import type { Sender } from './sender.ts';

const students = resources.student.path;
const courses = resources['adult-course'].path;
const ONE_POUND = 100n;

export interface ClientParts {
  readonly sender: Sender;
  readonly seed: number;
  /** An enrolment that all clients pay for at once. */
  readonly shared: string;
  /** One of them ends months now and then. */
  readonly endsMonths: boolean;
  readonly isOver: () => boolean;
}

/** Takes one out, so that nothing else is done to it until it is put back. */
function take<T>(list: T[], index: number): T | undefined {
  return list.splice(index, 1)[0];
}

/**
 * Writes without pause until it is over, to records of its own. A record whose last write has no answer is left alone from then on, so that
 * its end is known: what that write made of it, or what it was before.
 */
export async function workAtTheDesk({
  sender,
  seed,
  shared,
  endsMonths,
  isOver,
}: ClientParts): Promise<void> {
  const factory = branchFactory(seed);
  const { chance } = factory;
  const own = { students: [] as string[], enrolments: [] as string[], installments: [] as string[] };
  const any = (list: readonly unknown[]) => chance.whole(0, list.length - 1);

  const make = async (about: 'student' | 'enrolment', path: string, body: object, into: string[]) => {
    const { fate, answer } = await sender.send(about, 'POST', path, { ...body });
    if (fate === 'acknowledged') into.push(String(answer?.id));
  };
  const change = async (
    about: 'student' | 'enrolment',
    path: string,
    list: string[],
    body: Entry['body'],
  ) => {
    const id = take(list, any(list));
    if (id === undefined) return;
    const { fate } = await sender.send(about, 'PATCH', `${path}${id}/`, body);
    if (fate !== 'unknown') list.push(id);
  };
  const remove = async (about: 'student' | 'enrolment', path: string, list: string[]) => {
    const id = take(list, any(list));
    if (id !== undefined) await sender.send(about, 'DELETE', `${path}${id}/`);
  };
  const pay = (enrolment: string) => {
    const paid = BigInt(chance.whole(1, 300)) * ONE_POUND + piastres('0.05');
    return make('enrolment', courses, factory.installment(enrolment, paid), own.installments);
  };
  const endMonth = async () => {
    const { fate } = await sender.send('month', 'POST', paths.toggleMonth);
    if (fate === 'acknowledged' && chance.happens(50)) {
      await sender.send('month', 'POST', paths.months, { name: `Month ${chance.whole(1, 9999)}` });
    }
  };

  const deeds: readonly (readonly [number, () => Promise<unknown>])[] = [
    [24, () => make('student', students, factory.student(), own.students)],
    [20, () => enrolOne()],
    [22, () => payOwn()],
    [8, () => pay(shared)],
    [8, () => change('student', students, own.students, { phone: String(chance.whole(1, 99_999)) })],
    [6, () => change('enrolment', courses, own.enrolments, { notes: `note ${chance.whole(1, 9999)}` })],
    [
      6,
      () =>
        change('enrolment', courses, own.installments, {
          paid_amount: decimal(BigInt(chance.whole(1, 40_000))),
        }),
    ],
    [3, () => remove('enrolment', courses, own.installments)],
    [3, () => remove('student', students, own.students)],
  ];
  const enrolOne = async () => {
    const student = own.students[any(own.students)];
    if (student === undefined) return;
    await make('enrolment', courses, factory.enrolment('adult-course', student), own.enrolments);
  };
  const payOwn = async () => {
    const enrolment = own.enrolments[any(own.enrolments)];
    if (enrolment !== undefined) await pay(enrolment);
  };

  while (!isOver()) {
    let draw = chance.whole(1, 100);
    const deed = deeds.find(([share]) => {
      draw -= share;
      return draw <= 0;
    });
    await deed?.[1]();
    if (endsMonths && chance.happens(3)) await endMonth();
  }
}
