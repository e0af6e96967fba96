import { MONTH_IN_PROGRESS } from '#contract/month.ts';
import { codeOf } from '#server/startup-error.ts';
import { badField, conflict, HttpError } from './http-error.ts';

const overpaid = () => badField('paid_amount', 'This is more than what remains.');
const gone = (field: string) => badField(field, `This ${field} does not exist any more. Choose another one.`);

/**
 * What a constraint says when a request slips past the checks before it, because others wrote at the same moment. The checks give the
 * better message; the constraint is what can't be passed.
 */
const refusals: Readonly<Record<string, () => HttpError>> = {
  enrolment_overpaid: overpaid,
  book_order_overpaid: overpaid,
  book_payout_overpaid: overpaid,
  book_stock: () => conflict('There are not so many copies in stock. Reload and try again.'),
  enrolment_student: () => gone('student'),
  book_payout_student: () => gone('student'),
  book_order_book: () => gone('book'),
  book_payout_book: () => gone('book'),
  salary_employee: () => gone('employee'),
  deduction_employee: () => gone('employee'),
  salary_once: () => conflict('This employee has a salary in this month already. Edit or delete that one.'),
  salary_deducted: () => conflict('The deductions come to more than the salary.'),
  enrolment_related: () =>
    badField('related_record', 'This record does not exist any more. Choose another one.'),
  ...Object.fromEntries(
    ['enrolment', 'book_order', 'book_payout', 'salary', 'deduction', 'expense'].map((table) => [
      `${table}_month`,
      () => conflict('This month has records. Delete them first.'),
    ]),
  ),
  month_running: () => conflict(MONTH_IN_PROGRESS),
  app_user_email: () => badField('email', 'Someone else signs in with this address.'),
};

const TELL_SOMEONE = 'Tell whoever looks after it, then try again.';
const MINUTES_OF_WORK_SECONDS = 60;

/**
 * What the database's machine lacks. The transaction is rolled back, so nothing was saved; somebody has to do something about the first two
 * before it goes better.
 */
const exhausted: Readonly<Record<string, () => HttpError>> = {
  '53100': () =>
    unavailable(`Nothing was saved: the server's disk is full. ${TELL_SOMEONE}`, MINUTES_OF_WORK_SECONDS),
  '58030': () =>
    unavailable(
      `Nothing was saved: the server cannot use its disk. ${TELL_SOMEONE}`,
      MINUTES_OF_WORK_SECONDS,
    ),
  '53200': () => unavailable('Nothing was saved: the server has too little memory. Try again shortly.', 5),
};

function unavailable(detail: string, retryAfterSeconds: number): HttpError {
  return new HttpError(503, { detail }, retryAfterSeconds);
}

const CONSTRAINT_CLASS = '23';

/** The refusal that a violated constraint, or a full disk, stands for; undefined for every other error. */
export function httpErrorOf(error: unknown): HttpError | undefined {
  const code = codeOf(error) ?? '';
  if (exhausted[code]) return exhausted[code]();
  if (!code.startsWith(CONSTRAINT_CLASS)) return undefined;
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  return refusals[String(error.constraint)]?.();
}

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // A standby that has not taken over yet.
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
const CONNECTION_CLASS = '08';
const DRIVER_SAYS =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i;

/** Whether the database could not be reached, or went away: the request may be sent again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (AWAY.has(code) || code.startsWith(CONNECTION_CLASS))) return true;
  return error instanceof Error && DRIVER_SAYS.test(error.message);
}
