import { defineMessages, plural } from '../messages.ts';
import type { DeclaredWriteName } from '../resource-names.ts';

export interface WriteTexts {
  /** Where nothing else of it is known. */
  readonly title: string;
  /** Of its undo. */
  readonly undoTitle?: string;
  /** Title of its card if it has no fields to correct. */
  readonly refusedTitle?: string;
  readonly refused?: string;
  readonly undoRefused?: string;
  /** Its outcome is unknown, and the user decides. */
  readonly unknown: string;
}

export const writeTexts = defineMessages('writeTexts', {
  collection: {
    title: 'Payment',
    unknown:
      'It is not known whether the server has these payments. Look at one of the debts. Send it again only if they are not there.',
  },
  'receipt-print': {
    title: 'Receipt printed',
    refusedTitle: 'This print was not counted',
    refused: 'The paper is out; only its number of copies is not known to others. Discard this.',
    unknown: 'Nobody knows whether it was counted. Send it again, or discard it.',
  },
  family: {
    title: 'Family changed',
    refusedTitle: 'A family was not changed',
    refused: 'No money depends on it. Discard it, or send it again.',
    unknown: 'Nobody knows whether it arrived. To send it again changes nothing twice.',
  },
  withdrawal: {
    title: 'Leaves the course',
    undoTitle: 'Does not leave the course',
    undoRefused:
      'Something followed meanwhile, so the student stays out of this course. Record a new enrolment instead.',
    unknown: 'Look whether the student has left on the server. If not, send it again.',
  },
  transfer: {
    title: 'Moves to another course',
    unknown: 'Look whether the student has left on the server. If not, send it again.',
  },
  'book-return': {
    title: 'Return books',
    undoTitle: 'Books do not come back',
    undoRefused: 'Something followed meanwhile, so the copies stay returned. Record a new payout instead.',
    unknown: 'Look whether the copies have come back on the server. If not, send it again.',
  },
} satisfies Record<DeclaredWriteName, WriteTexts>);

export const writeMessages = defineMessages('writes', {
  putTogether: 'Sibling added',
  takenApart: 'Sibling removed',
  movesTo: ({ kind }: { kind: string }) => `Moves to ${kind}`,
  paidBack: ({ amount }: { amount: string }) => `${amount} goes back`,
  paymentOfDebts: ({ count }: { count: number }) =>
    plural(count, { one: 'Payment', other: 'Payment of # debts' }),
  approvePayment: 'Record: Payment',
  course: 'Course',
  keptOfPrice: 'Kept of the price',
  goesBack: 'Goes back',
  students: 'Students',
});
