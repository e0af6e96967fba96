import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { type Piastres, readPiastres } from '#contract/money.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { type FormContextValue, writesResourceItself } from './form-setting.ts';
import { type LocalRecord, type LocalSources, localRecords } from './local-records.ts';

/** Two payments of one student that are alike and no further apart are worth a second look. */
const WITHIN_MS = 10 * 60 * 1000;

/** A payment of a student, as far as it can be mistaken for another one. */
export interface Payment {
  readonly student: string;
  readonly amount: Piastres;
  readonly isInstallment: boolean;
}

/** The payment that is like the one in the form and came before it. */
export interface DuplicatePayment {
  /** Undefined where the record does not tell. */
  readonly who: string | undefined;
  readonly amount: Piastres;
  /** Wall clock, in milliseconds, with the moment at which it was looked for. */
  readonly enteredAt: number;
  readonly seenAt: number;
  readonly receipt: string | undefined;
  /** Whether it is still on this device alone, and whether it was refused. */
  readonly standing: 'sent' | 'waiting' | 'refused';
}

/** The payment that a form is about to make; undefined where no student pays anything with it. */
export function paymentIn(
  { resource, facts, chosen }: Pick<FormContextValue, 'resource' | 'facts' | 'chosen'>,
  body: Draft,
): Payment | undefined {
  const amount = resource.cash && readPiastres(body[resource.cash.field]);
  // An installment is paid by the student of its enrolment.
  const student = textOf(body.student) || textOf(chosen.related_record?.student);
  if (!amount || student === '') return undefined;
  return { student, amount, isInstallment: !writesResourceItself(resource, facts) };
}

const amountOf = ({ cash }: Resource, row: RecordRow) => readPiastres(row[cash?.field ?? '']);

function standingOf({ pending }: LocalRecord): DuplicatePayment['standing'] {
  if (pending?.kind !== 'create') return 'sent';
  return pending.state === 'rejected' ? 'refused' : 'waiting';
}

/**
 * The newest payment of the same kind, student and amount that was entered within ten minutes of `now`.
 * @param own the record that the form writes itself
 * @param now wall clock, in milliseconds
 */
export function findDuplicatePayment(
  resource: Resource,
  payment: Payment,
  shelf: LocalSources,
  { own, now }: { readonly own: string | undefined; readonly now: number },
): DuplicatePayment | undefined {
  const alike = localRecords(
    resource,
    shelf,
    (row) =>
      row.id !== own &&
      row.student === payment.student &&
      Boolean(row.is_installment) === payment.isInstallment &&
      amountOf(resource, row) === payment.amount,
  );
  const near = alike.flatMap((here) =>
    here.enteredAt !== undefined && Math.abs(now - here.enteredAt) <= WITHIN_MS
      ? [{ here, enteredAt: here.enteredAt }]
      : [],
  );
  const newest = near.sort((one, other) => other.enteredAt - one.enteredAt)[0];
  if (!newest) return undefined;
  const { record } = newest.here;
  return {
    who: nameIn(record, 'student'),
    amount: payment.amount,
    enteredAt: newest.enteredAt,
    seenAt: now,
    receipt: textOf(record.receipt_number) || undefined,
    standing: standingOf(newest.here),
  };
}
