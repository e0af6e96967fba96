import type { Draft } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { formatDecimal, type Piastres } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import {
  arabic,
  bookNames,
  deductionReasons,
  english,
  expenseTitles,
  jobs,
  remarks,
  stages,
  streets,
} from './names.ts';
import { createRandom, type Random } from './seeded-random.ts';

type Body = Record<string, unknown>;

/** Bodies of requests as the app sends them. Anything can be overridden; the rest is believable. Money is piastres. */
export interface BranchFactory {
  readonly chance: Random;
  readonly student: (given?: Draft) => Body;
  /** An enrolment of any kind, for a student's id. */
  readonly enrolment: (kind: ResourceName, student: string, given?: Draft) => Body;
  /** An installment of an enrolment's id. */
  readonly installment: (related: string, paid: Piastres, given?: Draft) => Body;
  readonly book: (given?: Draft) => Body;
  readonly bookOrder: (book: string, given?: Draft) => Body;
  /** One copy, nothing paid, unless given otherwise. */
  readonly bookPayout: (book: string, student: string, given?: Draft) => Body;
  readonly employee: (given?: Draft) => Body;
  readonly deduction: (employee: string, given?: Draft) => Body;
  readonly expense: (given?: Draft) => Body;
}

const PRICES = [120_000n, 150_000n, 180_000n, 240_000n, 300_000n, 360_000n];
const SALARIES = [400_000n, 450_000n, 550_000n, 600_000n, 750_000n];
const SHARES = [0n, 25n, 50n, 50n, 100n];

function phone(chance: Random): string {
  return `01${chance.pick(['0', '1', '2', '5'])}${String(chance.whole(0, 99_999_999)).padStart(8, '0')}`;
}

/** A whole number of pounds, as decimal text. */
function pounds(chance: Random, least: number, most: number): string {
  return formatDecimal(BigInt(chance.whole(least, most)) * 100n);
}

function person(chance: Random): { name: string; father: string; mother: string } {
  const names = chance.pick([arabic, english]);
  const fathersFirst = chance.pick(names.boys);
  const father = `${fathersFirst} ${chance.pick(names.families)}`;
  const sons = names.boys.filter((name) => name !== fathersFirst);
  const first = chance.pick(chance.happens(50) ? names.girls : sons);
  return {
    name: `${first} ${father}`,
    father,
    mother: `${chance.pick(names.girls)} ${chance.pick(names.families)}`,
  };
}

/** What a kind asks for beside student, receipt and money: choices, and the stage in free words. */
function ownFields(chance: Random, kind: ResourceName): Body {
  const fields: [string, Field][] = Object.entries(resourceOf(kind).fields);
  const own = fields.flatMap(([name, { choices }]) => {
    if (choices) return [[name, chance.pick(choices).value]];
    return name === 'stage' ? [[name, chance.pick(stages)]] : [];
  });
  return Object.fromEntries(own);
}

/** A factory whose every body follows from its seed and the calls before: the demo and all tests make their data with it. */
export function branchFactory(seed: number): BranchFactory {
  const chance = createRandom(seed);
  let receipt = 1000;
  const nextReceipt = () => {
    receipt += 1;
    return String(receipt);
  };
  const remark = () => (chance.happens(15) ? chance.pick(remarks) : '');

  return {
    chance,
    student(given = {}) {
      const { name, father, mother } = person(chance);
      return {
        name,
        father_name: father,
        mother_name: mother,
        birthdate: `${chance.whole(1985, 2012)}-0${chance.whole(1, 9)}-${chance.whole(10, 28)}`,
        phone: phone(chance),
        father_phone: phone(chance),
        mother_phone: chance.happens(60) ? phone(chance) : '',
        address: `${chance.whole(1, 90)} ${chance.pick(streets)}`,
        ...given,
      };
    },
    enrolment(kind, student, given = {}) {
      const price = chance.pick(PRICES);
      return {
        student,
        receipt_number: nextReceipt(),
        ...ownFields(chance, kind),
        price: formatDecimal(price),
        paid_amount: formatDecimal((price * chance.pick(SHARES)) / 100n),
        notes: remark(),
        ...given,
      };
    },
    installment(related, paid, given = {}) {
      return {
        is_installment: true,
        related_record: related,
        receipt_number: nextReceipt(),
        paid_amount: formatDecimal(paid),
        ...given,
      };
    },
    book(given = {}) {
      return {
        name: `${chance.pick(bookNames)} ${chance.whole(1, 9)}`,
        ...ownFields(chance, 'book'),
        sell_price: pounds(chance, 80, 260),
        ...given,
      };
    },
    bookOrder(book, given = {}) {
      const quantity = chance.whole(10, 40);
      const price = BigInt(quantity * chance.whole(50, 90)) * 100n;
      return {
        book,
        quantity: String(quantity),
        price: formatDecimal(price),
        paid_amount: formatDecimal((price * chance.pick(SHARES)) / 100n),
        notes: remark(),
        ...given,
      };
    },
    bookPayout(book, student, given = {}) {
      return { book, student, quantity: '1', paid_amount: '0.00', notes: remark(), ...given };
    },
    employee(given = {}) {
      return {
        name: person(chance).name,
        job_title: chance.pick(jobs),
        salary: formatDecimal(chance.pick(SALARIES)),
        phone: phone(chance),
        ...given,
      };
    },
    deduction(employee, given = {}) {
      return {
        employee,
        amount: pounds(chance, 50, 300),
        reason: chance.pick(deductionReasons),
        ...given,
      };
    },
    expense(given = {}) {
      return { title: chance.pick(expenseTitles), amount: pounds(chance, 60, 1800), ...given };
    },
  };
}
