import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('studentStatement', {
  title: 'Statement',
  plural: 'Statements',
  loading: 'Loading the statement',
  emptyTitle: 'No movements yet',
  emptyAbout: 'Every price, payment and refund of this student will be listed here.',
  neverRead: 'This statement was never read here. It shows when the connection is back.',
  notSent: ({ count }: { count: number }) =>
    plural(count, {
      one: '# entry of this student is not sent yet and is not in this statement.',
      other: '# entries of this student are not sent yet and are not in this statement.',
    }),

  creditAfter: ({ credit }: { credit: string }) => `, ${credit} after it`,
  /** Precedes the name of the student whose credit paid. */
  creditOf: 'Credit of',
  /** Precedes the name of the student for whom the credit was used. */
  usedFor: 'Used for',
  anotherStudent: 'another student',

  showReversed: ({ count }: { count: number }) => `Show what was taken back (${count})`,
  reversedOn: ({ when }: { when: string }) => `Taken back on ${when}`,
});
