import { chakra } from '@chakra-ui/react';
import { localTime } from '#contract/days.ts';
import { formatMoney } from '#contract/money.ts';
import type { DuplicatePayment } from './duplicate-payment.ts';
import { messages } from './messages.ts';
import { WarningLine } from './warning-line.tsx';

const MINUTE_MS = 60 * 1000;

/** Formats the time as "3 minutes ago, at 10:42" in local time. */
function timeOf({ enteredAt, seenAt }: DuplicatePayment): string {
  const minutes = Math.max(0, Math.round((seenAt - enteredAt) / MINUTE_MS));
  return messages.paidAgo({ minutes, time: localTime(new Date(enteredAt)) });
}

/** Returns the sentence about a payment that was not sent yet; undefined if the server has it. */
function statusText(status: DuplicatePayment['status']): string | undefined {
  if (status === 'sent') return undefined;
  return status === 'pending' ? messages.duplicatePending : messages.duplicateRejected;
}

interface DuplicatePaymentNoteProps {
  readonly duplicate: DuplicatePayment;
  /** Label of the button that saves regardless. */
  readonly submitLabel: string;
}

/** Warns above the save button that this payment may be a duplicate. */
export function DuplicatePaymentNote({ duplicate, submitLabel }: DuplicatePaymentNoteProps) {
  const { studentName, amount, receipt } = duplicate;
  const status = statusText(duplicate.status);
  return (
    <WarningLine role="alert">
      <bdi>{studentName ?? messages.thisStudent}</bdi> {messages.alreadyPaid}{' '}
      <chakra.bdi whiteSpace="nowrap">{formatMoney(amount)}</chakra.bdi> {timeOf(duplicate)}
      {receipt !== undefined && (
        <>
          {' '}
          ({messages.receipt} <bdi>{receipt}</bdi>)
        </>
      )}
      .{status !== undefined && ` ${status}`} {messages.confirmDuplicate({ submitLabel })}
    </WarningLine>
  );
}
