import { inDigits } from '../digits.ts';
import { parseQuantity } from '../money.ts';
import { BOOK_RETURN } from '../resource-names.ts';
import { nameIn } from '../resources/name-in.ts';
import { labels } from '../texts/labels.en.ts';
import { writeTexts } from '../texts/writes.en.ts';
import { returnPath, undoReturnPath } from '../withdrawals.ts';
import { defineWrite, type Written, type WrittenRecord, withGiven } from './define-write.ts';
import {
  amountBack,
  describeGoingBack,
  expectedForgiven,
  factsGoingBack,
  needsPaidFor,
  paidForIn,
  refundsOf,
  writtenGoingBack,
} from './going-back.ts';

const isUndo = ({ operation }: Written): boolean => operation.kind === 'delete';

/** Copies that come back, or stay out after all. */
function copiesBack(write: Written): bigint | undefined {
  const { body, expected } = write;
  const copies = parseQuantity(String(body.quantity ?? expected?.quantity ?? ''));
  return isUndo(write) && copies !== undefined ? -copies : copies;
}

function recordsOf(write: Written): readonly WrittenRecord[] | undefined {
  const payout = paidForIn(write);
  if (!payout) return undefined;
  const { operation, body, expected } = write;
  const bookReturn: WrittenRecord = { operation, body, ...(expected && { expected }) };
  const refunds = isUndo(write) ? [] : refundsOf(body, operation.recordId, payout);
  return [bookReturn, ...refunds];
}

const titleOf = (write: Written): string => {
  const { title, undoTitle } = writeTexts[BOOK_RETURN];
  return isUndo(write) ? undoTitle : title;
};

/** Copies of a payout come back; the delete takes the last return back (decision 131). */
export const bookReturnWrite = defineWrite({
  name: BOOK_RETURN,
  request: (write, given) => {
    const { resource: _, related_record, ...sentBody } = write.body;
    const id = encodeURIComponent(String(related_record));
    return isUndo(write)
      ? { path: undoReturnPath(id), body: {} }
      : { path: returnPath(id), body: withGiven(sentBody, given) };
  },
  dayOf: ({ custom_date }) => custom_date,
  needs: needsPaidFor,
  goesBack: (body) => body,
  records: recordsOf,
  writes: ({ resource }) => [...writtenGoingBack(resource), 'book'],
  debtChange: (write, record) => {
    const by = copiesBack(write);
    const before = parseQuantity(String(record.returned ?? '')) ?? 0n;
    const forgiven = expectedForgiven(write);
    return {
      marks: by === undefined ? {} : { returned: String(before + by) },
      refunded: 0n,
      forgiven: forgiven !== undefined && isUndo(write) ? -forgiven : forgiven,
    };
  },
  counts: {
    resource: 'book',
    into: 'quantity',
    change: (write) => ({ of: write.referenced.related_record?.book, by: copiesBack(write) }),
  },
  describe: (write) => describeGoingBack(titleOf(write), write, amountBack(recordsOf(write))),
  approval: (write) => {
    const { referenced, body } = write;
    const { related_record: payout = {} } = referenced;
    const { quantity } = body;
    const about = [
      { label: labels.book, value: nameIn(payout, 'book') ?? '' },
      { label: labels.quantity, value: typeof quantity === 'string' ? inDigits(quantity) : undefined },
    ];
    return {
      title: titleOf(write),
      facts: factsGoingBack(write, body, about, amountBack(recordsOf(write))),
    };
  },
});
