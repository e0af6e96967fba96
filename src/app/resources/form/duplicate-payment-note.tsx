import { chakra } from '@chakra-ui/react';
import { localTime } from '#contract/days.ts';
import { formatMoney } from '#contract/money.ts';
import type { DuplicatePayment } from './duplicate-payment.ts';
import { WarningLine } from './warning-line.tsx';

const MINUTE_MS = 60 * 1000;

/** Formats the time as "3 minutes ago, at 10:42" in local time. */
function when({ enteredAt, seenAt }: DuplicatePayment): string {
  const minutes = Math.max(0, Math.round((seenAt - enteredAt) / MINUTE_MS));
  const ago = minutes === 0 ? 'just now' : minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  return `${ago}, at ${localTime(new Date(enteredAt))}`;
}

const STANDING = {
  sent: '',
  waiting: ' It waits on this device to be sent.',
  refused: ' It was refused and stands in the Sync panel: mend it there.',
} as const;

interface EarlierNoteProps {
  readonly earlier: DuplicatePayment;
  /** Label of the button that saves regardless. */
  readonly submitLabel: string;
}

/** Warns above the save button that this payment may be a duplicate. */
export function DuplicatePaymentNote({ earlier, submitLabel }: EarlierNoteProps) {
  const { who, amount, receipt, standing } = earlier;
  return (
    <WarningLine role="alert">
      <bdi>{who ?? 'This student'}</bdi> already paid{' '}
      <chakra.bdi whiteSpace="nowrap">{formatMoney(amount)}</chakra.bdi> {when(earlier)}
      {receipt !== undefined && (
        <>
          {' '}
          (receipt <bdi>{receipt}</bdi>)
        </>
      )}
      .{STANDING[standing]} If this is another payment, press {submitLabel} again.
    </WarningLine>
  );
}
