import { levels, periods, transportations } from '#contract/choices.ts';
import type { Draft } from '#contract/define-resource.ts';
import { decimal } from '#contract/money.ts';
import { arabic, english, remarks, streets } from './names.ts';
import { type Chance, chanceOf } from './seeded-random.ts';

/** Bodies of requests as the app sends them. Anything can be overridden; the rest is believable. */
export interface BranchFactory {
  readonly chance: Chance;
  readonly student: (given?: Draft) => Record<string, unknown>;
  /** An enrolment in an adult course, for a student's id. */
  readonly adultCourse: (student: string, given?: Draft) => Record<string, unknown>;
  /** An installment of an enrolment's id. Money is piastres. */
  readonly installment: (related: string, paid: bigint, given?: Draft) => Record<string, unknown>;
}

const PRICES = [120_000n, 150_000n, 180_000n, 240_000n, 300_000n, 360_000n];
const SHARES = [0n, 25n, 50n, 50n, 100n];

function phone(chance: Chance): string {
  return `01${chance.pick(['0', '1', '2', '5'])}${String(chance.whole(0, 99_999_999)).padStart(8, '0')}`;
}

/** A factory whose every body follows from its seed and the calls before: the demo and all tests make their data with it. */
export function branchFactory(seed: number): BranchFactory {
  const chance = chanceOf(seed);
  let receipt = 1000;
  const nextReceipt = () => {
    receipt += 1;
    return String(receipt);
  };

  return {
    chance,
    student(given = {}) {
      const names = chance.pick([arabic, english]);
      const father = `${chance.pick(names.boys)} ${chance.pick(names.families)}`;
      const first = chance.pick(chance.happens(50) ? names.girls : names.boys);
      return {
        name: `${first} ${father}`,
        father_name: father,
        mother_name: `${chance.pick(names.girls)} ${chance.pick(names.families)}`,
        birthdate: `${chance.whole(1985, 2012)}-0${chance.whole(1, 9)}-${chance.whole(10, 28)}`,
        phone: phone(chance),
        father_phone: phone(chance),
        mother_phone: chance.happens(60) ? phone(chance) : '',
        address: `${chance.whole(1, 90)} ${chance.pick(streets)}`,
        ...given,
      };
    },
    adultCourse(student, given = {}) {
      const price = chance.pick(PRICES);
      return {
        student,
        receipt_number: nextReceipt(),
        level: chance.pick(levels).value,
        period: chance.pick(periods).value,
        transportation_type: chance.pick(transportations).value,
        price: decimal(price),
        paid_amount: decimal((price * chance.pick(SHARES)) / 100n),
        notes: chance.happens(15) ? chance.pick(remarks) : '',
        ...given,
      };
    },
    installment(related, paid, given = {}) {
      return {
        is_installment: true,
        related_record: related,
        receipt_number: nextReceipt(),
        paid_amount: decimal(paid),
        ...given,
      };
    },
  };
}
