import fc from 'fast-check';
import type { Piastres } from '#contract/money.ts';
import { anyIndex } from '../../support/property.ts';
import { enrolmentKinds } from '../api/bodies.ts';

const amount = (max = 60_000n): fc.Arbitrary<Piastres> => fc.bigInt({ min: 0n, max });
const copies = (max: bigint) => fc.bigInt({ min: 1n, max });
/** A new value in so many of a hundred operations; the others leave it is. */
const sometimes = <T>(percent: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { weight: 100 - percent, arbitrary: fc.constant(undefined) },
    { weight: percent, arbitrary: value },
  );

/** Generators of what each operation needs. An index is one for `pick`. */
const operations = {
  enrol: fc.record({
    kind: fc.constantFrom(...enrolmentKinds),
    student: anyIndex,
    price: amount(),
    paid: amount(),
  }),
  payInstallment: fc.record({ payable: anyIndex, paid: amount(15_000n) }),
  refund: fc.record({ payment: anyIndex, amount: amount(20_000n), forgive: fc.boolean() }),
  order: fc.record({ book: anyIndex, price: amount(), paid: amount(), quantity: copies(9n) }),
  payOut: fc.record({
    book: anyIndex,
    student: anyIndex,
    sellPrice: sometimes(50, amount(9_000n)),
    paid: amount(12_000n),
    quantity: copies(5n),
  }),
  paySalary: fc.record({ employee: anyIndex }),
  deduct: fc.record({ employee: anyIndex, paid: amount(30_000n) }),
  spend: fc.record({ paid: amount() }),
  raise: fc.record({ employee: anyIndex, salary: amount(120_000n) }),
  change: fc.record({
    entry: anyIndex,
    paid: sometimes(60, amount(20_000n)),
    quantity: sometimes(40, copies(9n)),
    price: sometimes(40, amount()),
  }),
  remove: fc.record({ entry: anyIndex }),
  toggleMonth: fc.record({ waiting: fc.constantFrom('next', 'this', undefined) }),
  startMonth: fc.record({}),
  closeDrawer: fc.record({ counted: amount(), keeps: fc.boolean() }),
};

type Generators = typeof operations;
type Generated<T> = T extends fc.Arbitrary<infer V> ? V : never;

export type Inputs = { readonly [Name in keyof Generators]: Generated<Generators[Name]> };

export type Operation = {
  readonly [Name in keyof Inputs]: { readonly type: Name; readonly input: Inputs[Name] };
}[keyof Inputs];

const named = <Name extends keyof Inputs>(type: Name, input: fc.Arbitrary<Inputs[Name]>) =>
  fc.record({ type: fc.constant(type), input });

/** Generates an operation; one in ten is about months. */
export const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 36, arbitrary: named('enrol', operations.enrol) },
  { weight: 54, arbitrary: named('payInstallment', operations.payInstallment) },
  { weight: 36, arbitrary: named('refund', operations.refund) },
  { weight: 18, arbitrary: named('order', operations.order) },
  { weight: 36, arbitrary: named('payOut', operations.payOut) },
  { weight: 18, arbitrary: named('paySalary', operations.paySalary) },
  { weight: 18, arbitrary: named('deduct', operations.deduct) },
  { weight: 18, arbitrary: named('spend', operations.spend) },
  { weight: 18, arbitrary: named('raise', operations.raise) },
  { weight: 54, arbitrary: named('change', operations.change) },
  { weight: 36, arbitrary: named('remove', operations.remove) },
  { weight: 17, arbitrary: named('toggleMonth', operations.toggleMonth) },
  { weight: 17, arbitrary: named('startMonth', operations.startMonth) },
  { weight: 9, arbitrary: named('closeDrawer', operations.closeDrawer) },
);
