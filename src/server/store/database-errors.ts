import { MONTH_IN_PROGRESS } from '#contract/month.ts';
import { codeOf } from '../start-problem.ts';
import { clash, type Refusal, wrongField } from './refusal.ts';

/**
 * What a constraint says when a request slips past the checks before it, because others wrote at the same moment. The checks give the
 * better message; the constraint is what can't be passed.
 */
const refusals: Readonly<Record<string, () => Refusal>> = {
  enrolment_overpaid: () => wrongField('paid_amount', 'This is more than what remains.'),
  enrolment_student: () => wrongField('student', 'This student does not exist any more. Choose another one.'),
  enrolment_related: () =>
    wrongField('related_record', 'This record does not exist any more. Choose another one.'),
  enrolment_month: () => clash('This month has records. Delete them first.'),
  month_running: () => clash(MONTH_IN_PROGRESS),
  app_user_email: () => wrongField('email', 'Someone else signs in with this address.'),
};

const CONSTRAINT_CLASS = '23';

/** The refusal that a violated constraint stands for; undefined for every other error. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!codeOf(error)?.startsWith(CONSTRAINT_CLASS)) return undefined;
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  return refusals[String(error.constraint)]?.();
}

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
const CONNECTION_CLASS = '08';
const DRIVER_SAYS =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i;

/** Whether the database could not be reached, or went away: the request may be sent again. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (AWAY.has(code) || code.startsWith(CONNECTION_CLASS))) return true;
  return error instanceof Error && DRIVER_SAYS.test(error.message);
}
