import { chakra } from '@chakra-ui/react';
import { localTime } from '#contract/days.ts';
import { formatMoney } from '#contract/money.ts';
import type { DuplicatePayment } from './duplicate-payment.ts';
import { WarningLine } from './warning-line.tsx';

const MINUTE_MS = 60 * 1000;

/** Formats the time as "3 minutes ago, at 10:42" in local time. */
function timeOf({ enteredAt, seenAt }: DuplicatePayment): string {
  const minutes = Math.max(0, Math.round((seenAt - enteredAt) / MINUTE_MS));
  const ago = minutes === 0 ? 'just now' : minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  return `${ago}, at ${localTime(new Date(enteredAt))}`;
}

const STATUS_TEXT = {
  sent: '',
  pending: ' It waits on this device to be sent.',
  rejected: ' It was refused and stands in the Sync panel: mend it there.',
} as const;

interface DuplicatePaymentNoteProps {
  readonly duplicate: DuplicatePayment;
  /** Label of the button that saves regardless. */
  readonly submitLabel: string;
}

/** Warns above the save button that this payment may be a duplicate. */
export function DuplicatePaymentNote({ duplicate, submitLabel }: DuplicatePaymentNoteProps) {
  const { studentName, amount, receipt, status } = duplicate;
  return (
    <WarningLine role="alert">
      <bdi>{studentName ?? 'This student'}</bdi> already paid{' '}
      <chakra.bdi whiteSpace="nowrap">{formatMoney(amount)}</chakra.bdi> {timeOf(duplicate)}
      {receipt !== undefined && (
        <>
          {' '}
          (receipt <bdi>{receipt}</bdi>)
        </>
      )}
      .{STATUS_TEXT[status]} If this is another payment, press {submitLabel} again.
    </WarningLine>
  );
}
