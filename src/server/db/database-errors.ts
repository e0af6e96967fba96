import { sentences } from '#contract/texts/sentences.en.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict, HttpError } from '#server/platform/http-error.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import { NoConnectionError } from './connection-shares.ts';

const overpaid = () => badField('paid_amount', messages.overpaid, { code: 'overpaid' });
const missingReference = (field: string) =>
  badField(field, messages.missingReference({ label: field }), { code: 'missing-record' });
const missingRecord = (field: string) => badField(field, messages.missingRecord, { code: 'missing-record' });

/** A concurrent write made the request invalid after its checks, which give better messages. */
const errorsByConstraint: Readonly<Record<string, () => HttpError>> = {
  branch_name: () => badField('name', messages.branchNameTaken),
  enrolment_ends_on: () => badField('ends_on', messages.endsBeforeStart),
  enrolment_renews: () => missingRecord('renews'),
  enrolment_renewed: () => conflict(messages.renewedMeanwhile),
  enrolment_discount: () => badField('discount', messages.discountWrong),
  book_payout_returned: () => badField('quantity', messages.returnedMeanwhile, { code: 'paid-back' }),
  student_credit: () => conflict(messages.creditUsed, { code: 'overpaid' }),
  refund_enrolment: () => missingRecord('related_record'),
  refund_book_payout: () => missingRecord('related_record'),
  withdrawal_once: () => conflict(messages.hasLeft, { code: 'has-left' }),
  cash_move_drawer: () => badField('drawer', messages.unknownPerson),
  cash_move_person: () => badField('person', messages.unknownPerson),
  book_stock: () => conflict(messages.stockChanged, { code: 'out-of-stock' }),
  plan_enrolment: () => missingReference('enrolment'),
  plan_once: () => badField('enrolment', messages.planExists),
  salary_once: () => conflict(messages.salaryExists, { code: 'salary-paid' }),
  salary_within: () => conflict(messages.salaryTooHigh, { code: 'overpaid' }),
  // Somebody was given a code of the file while it was being imported.
  student_code: () => conflict(messages.importChanged),
  drawer_close_chain: () => conflict(messages.closedMeanwhile),
  drawer_close_unfinished: () => conflict(messages.closeUnfinished),
  month_running: () => conflict(sentences.monthInProgress),
  person_email: () => badField('email', messages.emailTaken),
};

const errorsByEnding: Readonly<Record<string, () => HttpError>> = {
  student: () => missingReference('student'),
  book: () => missingReference('book'),
  employee: () => missingReference('employee'),
  related: () => missingRecord('related_record'),
  month: () => conflict(messages.monthHasRecords),
  overpaid,
  forgiven: overpaid,
  refunded: () => badField('paid_amount', messages.paidBackMeanwhile, { code: 'paid-back' }),
};

const RETRY_AFTER_REPAIR_SECONDS = 60;

/** By SQLSTATE; nothing was saved. A full or broken disk needs an administrator. */
const errorsByResource: Readonly<Record<string, () => HttpError>> = {
  '53100': () => unavailable(messages.diskFull, RETRY_AFTER_REPAIR_SECONDS),
  '58030': () => unavailable(messages.diskBroken, RETRY_AFTER_REPAIR_SECONDS),
  '53200': () => unavailable(messages.memoryFull, 5),
  '57014': () => unavailable(messages.tookTooLong, 5),
  '55P03': () => unavailable(messages.lockedTooLong, 2),
  '40001': () => unavailable(messages.tooManyWriters, 1),
  '40P01': () => unavailable(messages.tooManyWriters, 1),
};

export function isResourceExhausted(error: unknown): boolean {
  return (codeOf(error) ?? '') in errorsByResource;
}

function unavailable(detail: string, retryAfterSeconds: number): HttpError {
  return new HttpError(503, { detail }, retryAfterSeconds);
}

const CONSTRAINT_CLASS = '23';
const IS_PRIMARY_KEY = /_pkey$/;

export function httpErrorOf(error: unknown): HttpError | undefined {
  const code = codeOf(error) ?? '';
  if (errorsByResource[code]) return errorsByResource[code]();
  if (!code.startsWith(CONSTRAINT_CLASS)) return undefined;
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  // The constraint of a part of a distributed table ends with the number of that part.
  const constraint = String(error.constraint).replace(/_\d{6,}$/, '');
  if (IS_PRIMARY_KEY.test(constraint)) return conflict(messages.idTaken);
  return (errorsByConstraint[constraint] ?? errorsByEnding[constraint.replace(/^.*_/, '')])?.();
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
  // idle_in_transaction_session_timeout, idle_session_timeout: the connection is closed.
  '25P03',
  '57P05',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
const CONNECTION_CLASS = '08';
const UNAVAILABLE_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|not queryable/i;

/** All connections of the pool were in use for as long as a request waits for one. */
export function isWithoutConnection(error: unknown): boolean {
  if (error instanceof NoConnectionError) return true;
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (UNAVAILABLE_CODES.has(code) || code.startsWith(CONNECTION_CLASS))) return true;
  return error instanceof Error && UNAVAILABLE_MESSAGE.test(error.message);
}
