import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { type Piastres, readPiastres } from '#contract/money.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { type FormContextValue, writesResourceItself } from './form-context.ts';
import { type LocalRecord, type LocalSources, localRecords } from './local-records.ts';

/** Limits the time between two equal payments that may be duplicates. */
const DUPLICATE_WINDOW_MS = 10 * 60 * 1000;

/** Describes a student's payment by the values that identify a duplicate. */
export interface Payment {
  readonly student: string;
  readonly amount: Piastres;
  readonly isInstallment: boolean;
  /** The book of a payout: another book is another payment. */
  readonly book: string;
}

/** Describes the earlier payment that the form's payment may duplicate. */
export interface DuplicatePayment {
  /** Undefined if the record does not contain the name. */
  readonly studentName: string | undefined;
  readonly amount: Piastres;
  /** Wall clock, in milliseconds; `seenAt` is the time of the check. */
  readonly enteredAt: number;
  readonly seenAt: number;
  readonly receipt: string | undefined;
  /** Whether the server has it, it is pending on this device, or it was rejected. */
  readonly status: 'sent' | 'pending' | 'rejected';
}

/** Returns the payment that a form would create; undefined if no student pays with it. */
export function paymentIn(
  { resource, definition, chosen }: Pick<FormContextValue, 'resource' | 'definition' | 'chosen'>,
  body: Draft,
): Payment | undefined {
  const amount = resource.cash && readPiastres(body[resource.cash.field]);
  // The student of an installment is that of its enrolment.
  const student = textOf(body.student) || textOf(chosen.related_record?.student);
  if (!amount || student === '') return undefined;
  return {
    student,
    amount,
    isInstallment: !writesResourceItself(resource, definition),
    book: textOf(body.book),
  };
}

const amountOf = ({ cash }: Resource, record: RecordRow) => readPiastres(record[cash?.field ?? '']);

function statusOf({ pending }: LocalRecord): DuplicatePayment['status'] {
  if (pending?.kind !== 'create') return 'sent';
  return pending.state === 'rejected' ? 'rejected' : 'pending';
}

/**
 * Returns the newest equal payment that was entered within ten minutes of `now`. Equal means the same
 * resource, form, student, book and amount.
 * @param own id of the record that the form itself writes
 * @param now wall clock, in milliseconds
 */
export function findDuplicatePayment(
  resource: Resource,
  payment: Payment,
  sources: LocalSources,
  { own, now }: { readonly own: string | undefined; readonly now: number },
): DuplicatePayment | undefined {
  const equal = localRecords(
    resource,
    sources,
    (record) =>
      record.id !== own &&
      record.student === payment.student &&
      Boolean(record.is_installment) === payment.isInstallment &&
      (payment.isInstallment || textOf(record.book) === payment.book) &&
      amountOf(resource, record) === payment.amount,
  );
  const recent = equal.flatMap((local) =>
    local.enteredAt !== undefined && Math.abs(now - local.enteredAt) <= DUPLICATE_WINDOW_MS
      ? [{ local, enteredAt: local.enteredAt }]
      : [],
  );
  const newest = recent.sort((one, other) => other.enteredAt - one.enteredAt)[0];
  if (!newest) return undefined;
  const { record } = newest.local;
  return {
    studentName: nameIn(record, 'student'),
    amount: payment.amount,
    enteredAt: newest.enteredAt,
    seenAt: now,
    receipt: textOf(record.receipt_number) || undefined,
    status: statusOf(newest.local),
  };
}
