import { readPiastres } from '../money.ts';
import { WITHDRAWAL } from '../resource-names.ts';
import { resourceOf } from '../resources/registry.ts';
import { writeMessages, writeTexts } from '../texts/writes.en.ts';
import { undoWithdrawalPath, withdrawPath } from '../withdrawals.ts';
import { defineWrite, listPathOf, type Written, type WrittenRecord, withGiven } from './define-write.ts';
import {
  amountBack,
  describeGoingBack,
  expectedForgiven,
  factsGoingBack,
  forgivenOf,
  needsPaidFor,
  paidForIn,
  refundsOf,
  takenBack,
  withdrawalRecord,
  writtenGoingBack,
} from './going-back.ts';

const isUndo = ({ operation }: Written): boolean => operation.kind === 'delete';

function recordsOf(write: Written): readonly WrittenRecord[] | undefined {
  const left = paidForIn(write);
  if (!left) return undefined;
  const { operation, body, expected } = write;
  const withdrawal = withdrawalRecord(operation.recordId, body, left);
  if (isUndo(write))
    return [{ ...withdrawal, operation, expected: expected ?? {} }, ...takenBack(write, left)];
  return [withdrawal, ...refundsOf(body, operation.recordId, left)];
}

/** A student leaves an enrolment; the delete takes it back (decision 131). */
export const withdrawalWrite = defineWrite({
  name: WITHDRAWAL,
  request: (write, { id }) => {
    const { resource, related_record, ...sentBody } = write.body;
    const at = [listPathOf(resource), encodeURIComponent(String(related_record))] as const;
    return isUndo(write)
      ? { path: undoWithdrawalPath(...at), body: {} }
      : { path: withdrawPath(...at), body: withGiven(sentBody, { id }) };
  },
  // The withdrawal of an enrolment and its undo.
  about: ({ resource, related_record }) => `${String(resource)} ${String(related_record)}`,
  needs: needsPaidFor,
  goesBack: (body) => body,
  records: recordsOf,
  writes: ({ resource }) => writtenGoingBack(resource),
  debtChange: (write, record, price) => {
    const { left_on, keep } = write.body;
    const forgiven = expectedForgiven(write);
    if (isUndo(write))
      return {
        marks: { left_on: null, kept: null },
        refunded: 0n,
        forgiven: forgiven === undefined ? undefined : -forgiven,
      };
    const kept = readPiastres(keep);
    return {
      marks: { left_on, kept: keep },
      refunded: 0n,
      forgiven: price === undefined || kept === undefined ? undefined : price - kept - forgivenOf(record),
    };
  },
  describe: (write) => {
    const { title, undoTitle } = writeTexts[WITHDRAWAL];
    return describeGoingBack(isUndo(write) ? undoTitle : title, write, amountBack(recordsOf(write)));
  },
  approval: (write) => {
    const { title, undoTitle } = writeTexts[WITHDRAWAL];
    const left = paidForIn(write);
    const about = [{ label: writeMessages.course, value: left && resourceOf(left.resource).plural }];
    return {
      title: isUndo(write) ? undoTitle : title,
      facts: factsGoingBack(write, write.body, about, amountBack(recordsOf(write))),
    };
  },
});
