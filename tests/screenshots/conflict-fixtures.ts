import { PRINTS_PATH } from '#contract/receipts.ts';
import type { Api } from '../support/api.ts';

type Json = Readonly<Record<string, unknown>>;

/** Holds records that cause problems for pending entries, as stored on the server. */
export interface ConflictFixtures {
  /** An enrolment of 3,000.00 with 300.00 remaining. */
  readonly owing: Json;
  /** A partly paid enrolment of an ended month. */
  readonly endedMonths: Json;
  /** A book with two copies in stock. */
  readonly twoLeft: Json;
  /** An employee with a salary in this month. */
  readonly paidEmployee: Json;
  /** A payment whose receipt was printed. */
  readonly printed: Json;
  /** An enrolment with an installment of 100.00 on receipt 1077. */
  readonly hasInstallment: Json;
}

const COURSE = { level: '3', period: '3', transportation_type: 'parent' };
const BOOK = { category: 'kids_courses', subject: 'english', level: '2', sell_price: '80' };
const WORKER = { job_title: 'Teacher', phone: '0100 555 1234' };

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
  const endedMonths = (await api.all('/adult-course/')).find(
    (one) => one.month !== month.id && Number(one.paid_amount) > 200 && Number(one.remaining_amount) > 200,
  );
  if (!endedMonths) throw new Error('The demo has no ended months.');
  const twoLeft = await api.post('/books/', { ...BOOK, name: 'Starter English' });
  await api.post('/book-order/', { book: twoLeft.id, quantity: '2', price: '100', paid_amount: '100' });
  const paidEmployee = await api.post('/employees/', { ...WORKER, name: 'Sara Fathy', salary: '4000' });
  await api.post('/salaries/', { employee: paidEmployee.id });
  return {
    owing: await read('/adult-course/', owing),
    printed: await read('/adult-course/', printed),
    hasInstallment: await read('/adult-course/', hasInstallment),
    endedMonths,
    twoLeft: await read('/books/', twoLeft),
    paidEmployee,
  };
}
