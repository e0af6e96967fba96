import { MONTH_IN_PROGRESS } from '#contract/month.ts';
import { codeOf } from '#server/startup-error.ts';
import { badField, conflict, HttpError } from './http-error.ts';

const overpaid = () => badField('paid_amount', 'This is more than what remains.');
const missingReference = (field: string) =>
  badField(field, `This ${field} does not exist any more. Choose another one.`);

/**
 * Maps violated constraints to http errors. They occur if a concurrent write makes a request invalid after its checks: the checks give
 * better messages, the constraints are the guarantee.
 */
const errorsByConstraint: Readonly<Record<string, () => HttpError>> = {
  enrolment_overpaid: overpaid,
  book_order_overpaid: overpaid,
  book_payout_overpaid: overpaid,
  book_stock: () => conflict('There are not so many copies in stock. Reload and try again.'),
  enrolment_student: () => missingReference('student'),
  book_payout_student: () => missingReference('student'),
  book_order_book: () => missingReference('book'),
  book_payout_book: () => missingReference('book'),
  salary_employee: () => missingReference('employee'),
  deduction_employee: () => missingReference('employee'),
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

const CONTACT_ADMIN = 'Tell whoever looks after it, then try again.';
const RETRY_AFTER_REPAIR_SECONDS = 60;

/**
 * Maps SQLSTATEs of exhausted resources to a 503. The transaction is rolled back, so nothing was saved. A full or broken disk needs an
 * administrator.
 */
const errorsByResource: Readonly<Record<string, () => HttpError>> = {
  '53100': () =>
    unavailable(`Nothing was saved: the server's disk is full. ${CONTACT_ADMIN}`, RETRY_AFTER_REPAIR_SECONDS),
  '58030': () =>
    unavailable(
      `Nothing was saved: the server cannot use its disk. ${CONTACT_ADMIN}`,
      RETRY_AFTER_REPAIR_SECONDS,
    ),
  '53200': () => unavailable('Nothing was saved: the server has too little memory. Try again shortly.', 5),
};

function unavailable(detail: string, retryAfterSeconds: number): HttpError {
  return new HttpError(503, { detail }, retryAfterSeconds);
}

const CONSTRAINT_CLASS = '23';

/** Returns the http error of a violated constraint or exhausted resource; undefined for other errors. */
export function httpErrorOf(error: unknown): HttpError | undefined {
  const code = codeOf(error) ?? '';
  if (errorsByResource[code]) return errorsByResource[code]();
  if (!code.startsWith(CONSTRAINT_CLASS)) return undefined;
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  return errorsByConstraint[String(error.constraint)]?.();
}

const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // read_only_sql_transaction: a standby that is not promoted yet.
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
const CONNECTION_CLASS = '08';
const UNAVAILABLE_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i;

/** Tells whether the database is unreachable or shutting down; the request may be retried. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (UNAVAILABLE_CODES.has(code) || code.startsWith(CONNECTION_CLASS))) return true;
  return error instanceof Error && UNAVAILABLE_MESSAGE.test(error.message);
}
