import { defineMessages, plural } from '#contract/messages.ts';

export const unsentMessages = defineMessages('unsent', {
  notSent: ({ parts }: { parts: string }) => `Not sent yet: ${parts}`,
  entries: ({ count }: { count: number }) => plural(count, { one: '# entry', other: '# entries' }),
  received: ({ amount }: { amount: string }) => `${amount} received`,
  paidBack: ({ amount }: { amount: string }) => `${amount} paid back`,
  spent: ({ amount }: { amount: string }) => `${amount} spent`,
});
