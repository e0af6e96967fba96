import { PRINTS_PATH } from '#contract/receipts.ts';
import type { Api } from '../support/api.ts';

type Json = Readonly<Record<string, unknown>>;

/** Holds records that cause problems for pending entries, as stored on the server. */
export interface ConflictFixtures {
  /** An enrolment of 3,000.00 with 300.00 remaining. */
  readonly owing: Json;
  readonly settled: Json;
  /** A partly paid enrolment of an ended month. */
  readonly endedMonths: Json;
  /** An expense of an ended month. */
  readonly endedExpense: Json;
  /** A book with two copies in stock. */
  readonly twoLeft: Json;
  readonly soldOut: Json;
  /** An employee with a salary in this month. */
  readonly paidEmployee: Json;
  /** An employee whose open deductions exceed the salary. */
  readonly owingEmployee: Json;
  /** A settled deduction. */
  readonly settledDeduction: Json;
  /** A record deleted by another user. */
  readonly gone: Json;
  /** A payment whose receipt was printed. */
  readonly printed: Json;
  /** An enrolment with an installment of 100.00 on receipt 1077. */
  readonly hasInstallment: Json;
}

const COURSE = { level: '3', period: '3', transportation_type: 'parent' };
const BOOK = { category: 'kids_courses', subject: 'english', level: '2', sell_price: '80' };
const WORKER = { job_title: 'Teacher', phone: '0100 555 1234' };
const GONE_ID = '99999999';

/** Creates the conflicting writes of other devices in the demo branch: payments, payouts, salaries. */
export async function createConflicts(api: Api): Promise<ConflictFixtures> {
  const student = await api.post('/students/', { name: 'مريم عادل حسن', phone: '0100 123 4567' });
  const enrol = (receipt: string, paid: string) =>
    api.post('/adult-course/', {
      ...COURSE,
      student: student.id,
      receipt_number: receipt,
      price: '3000',
      paid_amount: paid,
    });
  const read = (path: string, { id }: Json) => api.get(`${path}${String(id)}/`) as Promise<Json>;
  const owing = await enrol('1041', '2700');
  const settled = await enrol('1050', '3000');
  const hasInstallment = await enrol('1076', '1000');
  await api.post('/adult-course/', {
    is_installment: true,
    related_record: hasInstallment.id,
    receipt_number: '1077',
    paid_amount: '100',
  });
  const printed = await enrol('1080', '500');
  await api.post(PRINTS_PATH, { resource: 'adult-course', record: printed.id });
  const month = await api.newestMonth();
  const inEnded = async (path: string) => (await api.all(path)).filter((one) => one.month !== month.id);
  const endedMonths = (await inEnded('/adult-course/')).find(
    (one) => Number(one.paid_amount) > 200 && Number(one.remaining_amount) > 200,
  );
  const [endedExpense] = await inEnded('/expenses/');
  if (!endedMonths || !endedExpense) throw new Error('The demo has no ended months.');
  const [twoLeft, soldOut] = await Promise.all([
    api.post('/books/', { ...BOOK, name: 'Starter English' }),
    api.post('/books/', { ...BOOK, name: 'Numbers and Shapes' }),
  ]);
  await api.post('/book-order/', { book: twoLeft.id, quantity: '2', price: '100', paid_amount: '100' });
  const [paidEmployee, owingEmployee] = await Promise.all([
    api.post('/employees/', { ...WORKER, name: 'Sara Fathy', salary: '4000' }),
    api.post('/employees/', { ...WORKER, name: 'Omar Nabil', salary: '1000' }),
  ]);
  const deduction = { employee: paidEmployee.id, amount: '150', reason: 'Came late' };
  const open = await api.post('/deductions/', deduction);
  await api.post('/salaries/', { employee: paidEmployee.id });
  await api.post('/deductions/', { employee: owingEmployee.id, amount: '700', reason: 'Paid in advance' });
  await api.post('/deductions/', { employee: owingEmployee.id, amount: '400', reason: 'Lost keys' });
  return {
    owing: await read('/adult-course/', owing),
    settled: await read('/adult-course/', settled),
    printed: await read('/adult-course/', printed),
    hasInstallment: await read('/adult-course/', hasInstallment),
    endedMonths,
    endedExpense,
    twoLeft: await read('/books/', twoLeft),
    soldOut: await read('/books/', soldOut),
    paidEmployee,
    owingEmployee,
    settledDeduction: await read('/deductions/', open),
    gone: { ...(await read('/adult-course/', owing)), id: GONE_ID },
  };
}
