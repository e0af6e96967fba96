import { reminderChannels } from '#contract/choices.ts';
import type { Draft } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { formatDecimal, type Piastres } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { byPhone, type StudentPhone } from '#contract/student-phones.ts';

/** Mulberry32: 32 bits of state, sufficient for test data. The same values for the same seed. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (minimum: number, maximum: number) => minimum + Math.floor(next() * (maximum - minimum + 1));
  return {
    whole,
    happens: (percent: number) => whole(1, 100) <= percent,
    pick: <T>(list: readonly [T, ...T[]] | readonly T[]): T => {
      const found = list[whole(0, list.length - 1)];
      if (found === undefined) throw new RangeError('pick() needs a non-empty list');
      return found;
    },
  };
}

/** Common names, combined at random, so that no real person is meant. */
const arabic = {
  girls: ['منى', 'سلمى', 'نور', 'فاطمة', 'مريم', 'هنا', 'ليلى', 'آية', 'يارا', 'جنى', 'رقية', 'شهد'],
  boys: ['أحمد', 'محمد', 'عمر', 'يوسف', 'علي', 'خالد', 'كريم', 'مصطفى', 'زياد', 'حمزة', 'إبراهيم', 'طارق'],
  families: [
    'عادل',
    'حسن',
    'السيد',
    'فؤاد',
    'منصور',
    'شوقي',
    'رمضان',
    'الشناوي',
    'بدوي',
    'غانم',
    'عبد الرحمن',
    'سليمان',
  ],
};

const english = {
  girls: [
    'Mona',
    'Salma',
    'Nour',
    'Farida',
    'Mariam',
    'Hana',
    'Laila',
    'Aya',
    'Yara',
    'Jana',
    'Judy',
    'Nadine',
  ],
  boys: [
    'Ahmed',
    'Mohamed',
    'Omar',
    'Youssef',
    'Ali',
    'Khaled',
    'Karim',
    'Moustafa',
    'Ziad',
    'Hamza',
    'Adam',
    'Tarek',
  ],
  families: [
    'Adel',
    'Hassan',
    'El Sayed',
    'Fouad',
    'Mansour',
    'Shawky',
    'Ramadan',
    'El Shenawy',
    'Badawy',
    'Ghanem',
    'Soliman',
    'Naguib',
  ],
};

const streets = [
  'El Tahrir St.',
  'شارع الجامعة',
  'El Nasr Road',
  'شارع النيل',
  'Port Said St.',
  'شارع السلام',
];

export const remarks = [
  'Prefers evening classes',
  'يدفع والده نهاية الشهر',
  'Sibling discount agreed',
  'حضر اختبار المستوى',
  'Asked for a quiet group',
];

export const stages = ['KG 1', 'KG 2', 'Primary 3', 'الصف الرابع', 'Preparatory 1'];

const bookNames = ['Starter English', 'First Steps', 'العربية بين يديك', 'Deutsch Klar', 'Math Trails'];

const jobs = ['Teacher', 'Receptionist', 'Accountant', 'مدرس لغة عربية', 'Bus driver', 'Cleaner'];

export const deductionReasons = ['Came late', 'غياب بدون إذن', 'Left early', 'Lost a key'];

const bonusReasons = ['Worked on Friday', 'مكافأة تميز', 'Stood in for a colleague', 'عيدية'];

export const expenseTitles = [
  'Electricity',
  'Rent',
  'أدوات مكتبية',
  'Internet',
  'Cleaning supplies',
  'Repairs',
];

type Body = Record<string, unknown>;

export type Random = ReturnType<typeof createRandom>;

const PRICES = [120_000n, 150_000n, 180_000n, 240_000n, 300_000n, 360_000n];
const SALARIES = [400_000n, 450_000n, 550_000n, 600_000n, 750_000n];
const PAID_PERCENTAGES = [0n, 25n, 50n, 50n, 100n];

function phone(chance: Random): string {
  return `01${chance.pick(['0', '1', '2', '5'])}${String(chance.whole(0, 99_999_999)).padStart(8, '0')}`;
}

function pounds(chance: Random, minimum: number, maximum: number): string {
  return formatDecimal(BigInt(chance.whole(minimum, maximum)) * 100n);
}

function personNames(chance: Random): { name: string; father: string; mother: string } {
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

function choiceFields(chance: Random, kind: ResourceName): Body {
  const fields: [string, Field][] = Object.entries(resourceOf(kind).fields);
  const chosenFields = fields.flatMap(([name, { choices }]) => {
    if (choices) return [[name, chance.pick(choices).value]];
    return name === 'stage' ? [[name, chance.pick(stages)]] : [];
  });
  return Object.fromEntries(chosenFields);
}

const alwaysKnown: readonly StudentPhone[] = ['phone', 'father_phone'];

/** Request bodies as the app sends them. Every field can be overridden; money arguments are piastres. */
export function branchFactory(seed: number) {
  const chance = createRandom(seed);
  let receipt = 1000;
  const nextReceipt = () => {
    receipt += 1;
    return String(receipt);
  };
  const remark = () => (chance.happens(15) ? chance.pick(remarks) : '');

  return {
    chance,
    student(overrides: Draft = {}): Body {
      const { name, father, mother } = personNames(chance);
      return {
        name,
        father_name: father,
        mother_name: mother,
        birthdate: `${chance.whole(1985, 2012)}-0${chance.whole(1, 9)}-${chance.whole(10, 28)}`,
        ...byPhone((name) => (alwaysKnown.includes(name) || chance.happens(60) ? phone(chance) : '')),
        address: `${chance.whole(1, 90)} ${chance.pick(streets)}`,
        ...overrides,
      };
    },
    enrolment(kind: ResourceName, student: string, overrides: Draft = {}): Body {
      const price = chance.pick(PRICES);
      return {
        student,
        receipt_number: nextReceipt(),
        ...choiceFields(chance, kind),
        price: formatDecimal(price),
        paid_amount: formatDecimal((price * chance.pick(PAID_PERCENTAGES)) / 100n),
        notes: remark(),
        ...overrides,
      };
    },
    installment(related: string, paid: Piastres, overrides: Draft = {}): Body {
      return {
        is_installment: true,
        related_record: related,
        receipt_number: nextReceipt(),
        paid_amount: formatDecimal(paid),
        ...overrides,
      };
    },
    collection: (payments: readonly Body[]): Body => ({ receipt_number: nextReceipt(), payments }),
    reminder(student: string, overrides: Draft = {}): Body {
      const channel = chance.pick(reminderChannels).value;
      return { student, channel, notes: remark(), ...overrides };
    },
    promise(student: string, overrides: Draft = {}): Body {
      return {
        student,
        due_day: `2030-01-${chance.whole(10, 28)}`,
        amount: '100.00',
        notes: '',
        ...overrides,
      };
    },
    plan(enrolment: string, student: string, overrides: Draft = {}): Body {
      const parts = ['2030-02-05', '2030-03-05'].map((due_day) => ({ due_day, amount: '100.00' }));
      return { student, enrolment, parts, ...overrides };
    },
    book(overrides: Draft = {}): Body {
      return {
        name: `${chance.pick(bookNames)} ${chance.whole(1, 9)}`,
        ...choiceFields(chance, 'book'),
        sell_price: pounds(chance, 80, 260),
        ...overrides,
      };
    },
    bookOrder(book: string, overrides: Draft = {}): Body {
      const quantity = chance.whole(10, 40);
      const price = BigInt(quantity * chance.whole(50, 90)) * 100n;
      return {
        book,
        quantity: String(quantity),
        price: formatDecimal(price),
        paid_amount: formatDecimal((price * chance.pick(PAID_PERCENTAGES)) / 100n),
        notes: remark(),
        from_drawer: false,
        ...overrides,
      };
    },
    bookPayout(book: string, student: string, overrides: Draft = {}): Body {
      return { book, student, quantity: '1', paid_amount: '0.00', notes: remark(), ...overrides };
    },
    employee(overrides: Draft = {}): Body {
      return {
        name: personNames(chance).name,
        job_title: chance.pick(jobs),
        salary: formatDecimal(chance.pick(SALARIES)),
        phone: phone(chance),
        ...overrides,
      };
    },
    deduction(employee: string, overrides: Draft = {}): Body {
      return {
        employee,
        amount: pounds(chance, 50, 300),
        reason: chance.pick(deductionReasons),
        ...overrides,
      };
    },
    advance(employee: string, overrides: Draft = {}): Body {
      return { employee, amount: pounds(chance, 100, 400), from_drawer: false, ...overrides };
    },
    bonus(employee: string, overrides: Draft = {}): Body {
      return {
        employee,
        amount: pounds(chance, 100, 500),
        reason: chance.pick(bonusReasons),
        ...overrides,
      };
    },
    expense(overrides: Draft = {}): Body {
      return {
        title: chance.pick(expenseTitles),
        amount: pounds(chance, 60, 1800),
        from_drawer: false,
        ...overrides,
      };
    },
  };
}

export type BranchFactory = ReturnType<typeof branchFactory>;
