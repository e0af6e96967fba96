import { chakra } from '@chakra-ui/react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { connection } from '#app/api/connection.ts';
import { textOf } from '#app/fields/field-control.ts';
import { timeAt } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { withTimeout } from '#app/lib/timers.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import { isPendingRecord } from '#app/outbox/store/pending-records.ts';
import { readStrategy } from '#app/reads/capabilities.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { numberInDigits } from '#contract/digits.ts';
import { formatMoney, type Piastres, readPiastres } from '#contract/money.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { type FormContextValue, writesResourceItself } from './form-context.ts';
import { type LocalRecord, type LocalSources, localRecords } from './local-records.ts';
import { messages } from './texts.en.ts';
import { WarningLine } from './warning-line.tsx';

const DUPLICATE_WINDOW_MS = 10 * 60 * 1000;

interface Payment {
  readonly student: string;
  readonly amount: Piastres;
  readonly isInstallment: boolean;
  /** The book of a payout: the same amount for another book is another payment. */
  readonly book: string;
}

export interface DuplicatePayment {
  readonly studentName: string | undefined;
  readonly amount: Piastres;
  /** Wall clock, in milliseconds. `seenAt` is the time of the check. */
  readonly enteredAt: number;
  readonly seenAt: number;
  readonly receipt: string | undefined;
  readonly status: 'sent' | 'pending' | 'rejected';
  readonly paidBack: boolean;
}

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
 * Equal: same resource, form, student, book and amount, within ten minutes of `now`.
 * @param recordId id of the record that the form itself writes
 * @param now wall clock, in milliseconds
 */
export function findDuplicatePayment(
  resource: Resource,
  payment: Payment,
  sources: LocalSources,
  { recordId, now }: { readonly recordId: string | undefined; readonly now: number },
): DuplicatePayment | undefined {
  const equal = localRecords(
    resource,
    sources,
    (record) =>
      record.id !== recordId &&
      record.student === payment.student &&
      Boolean(record.is_installment) === payment.isInstallment &&
      (payment.isInstallment || textOf(record.book) === payment.book) &&
      amountOf(resource, record) === payment.amount,
  );
  const recent = equal.flatMap((local) =>
    Math.abs(now - local.enteredAt) <= DUPLICATE_WINDOW_MS ? [{ local, enteredAt: local.enteredAt }] : [],
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
    paidBack: resource.givesBack !== undefined,
  };
}

/** Milliseconds to wait for the server; after that this device's own data decides. */
const SERVER_TIMEOUT_MS = 1_200;
/**
 * Milliseconds. The wait is split into steps: on a busy tablet one long timer would fire before the answer is handled.
 */
const STEP_MS = 100;
const DOUBLE_TAP_MS = 700;

async function fetchRecentPayments(
  client: QueryClient,
  resource: Resource,
  { student }: Payment,
): Promise<void> {
  if (isPendingRecord(student) || connection() === 'offline') return;
  let answered = false;
  const onSettled = () => {
    answered = true;
  };
  const request = client
    .fetchQuery({
      // Without filters the newest records are read, which include a payment of this minute.
      ...listQuery(resource, { page: 1, ...readStrategy(client).filter({ student }) }),
      staleTime: 0,
      retry: false,
    })
    .then(onSettled, onSettled);
  for (let waited = 0; waited < SERVER_TIMEOUT_MS && !answered; waited += STEP_MS) {
    await withTimeout(request, STEP_MS, () => undefined);
  }
}

const keyOf = ({ student, amount, book }: Payment) => `${student} ${amount} ${book}`;

export function useDuplicateCheck(form: FormContextValue): {
  readonly duplicate: DuplicatePayment | undefined;
  readonly shouldConfirm: (body: Draft) => Promise<boolean>;
} {
  const client = useQueryClient();
  const [duplicate, setDuplicate] = useState<DuplicatePayment>();
  const lastCheck = useRef<{ readonly key: string; readonly warnedAt: number | undefined }>(undefined);

  const shouldConfirm = useCallback(
    async (body: Draft) => {
      const { resource, record, recordId, write } = form;
      const payment = record || write ? undefined : paymentIn(form, body);
      if (!payment) return false;
      const key = keyOf(payment);
      // Checked once: later the device may know a rejected attempt of this very form.
      if (lastCheck.current?.key === key) {
        const { warnedAt } = lastCheck.current;
        return warnedAt !== undefined && Date.now() - warnedAt < DOUBLE_TAP_MS;
      }
      await fetchRecentPayments(client, resource, payment);
      const now = Date.now();
      const found = findDuplicatePayment(
        resource,
        payment,
        { client, outbox: outboxView().rows },
        { recordId, now },
      );
      setDuplicate(found);
      lastCheck.current = { key, warnedAt: found && now };
      return found !== undefined;
    },
    [client, form],
  );
  return { duplicate, shouldConfirm };
}

const MINUTE_MS = 60 * 1000;

function timeOf({ enteredAt, seenAt }: DuplicatePayment): string {
  const minutes = Math.max(0, Math.round((seenAt - enteredAt) / MINUTE_MS));
  return messages.paidAgo({ minutes, time: timeAt(enteredAt) });
}

function statusText(status: DuplicatePayment['status']): string | undefined {
  if (status === 'sent') return undefined;
  return status === 'pending' ? messages.duplicatePending : messages.duplicateRejected;
}

interface DuplicatePaymentNoteProps {
  readonly duplicate: DuplicatePayment;
  readonly submitLabel: string;
}

export function DuplicatePaymentNote({ duplicate, submitLabel }: DuplicatePaymentNoteProps) {
  const { studentName, amount, receipt } = duplicate;
  const status = statusText(duplicate.status);
  return (
    <WarningLine role="alert">
      <TypedText>{studentName ?? messages.thisStudent}</TypedText>{' '}
      {duplicate.paidBack ? messages.alreadyPaidBack : messages.alreadyPaid}{' '}
      <chakra.bdi whiteSpace="nowrap">{formatMoney(amount)}</chakra.bdi> {timeOf(duplicate)}
      {receipt !== undefined && (
        <>
          {' '}
          ({messages.receipt} <TypedText>{numberInDigits(receipt)}</TypedText>)
        </>
      )}
      .{status !== undefined && ` ${status}`} {messages.confirmDuplicate({ submitLabel })}
    </WarningLine>
  );
}
