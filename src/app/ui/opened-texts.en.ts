import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('uiOpened', {
  notSent: ({ parts }: { parts: string }) => `Not sent yet: ${parts}`,
  entries: ({ count }: { count: number }) => plural(count, { one: '# entry', other: '# entries' }),
  received: ({ amount }: { amount: string }) => `${amount} received`,
  paidBack: ({ amount }: { amount: string }) => `${amount} paid back`,
  spent: ({ amount }: { amount: string }) => `${amount} spent`,
  approval: {
    title: 'Manager approval',
    howTo: 'A manager can approve it here, this once. The history names both of you.',
    email: "Manager's email",
    password: "Manager's password",
    approve: 'Approve',
    needsConnection: 'An approval needs a connection. Nothing is saved for later.',
    failed: 'It was not approved. Try again.',
  },
});
