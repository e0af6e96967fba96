import { defineMessages, plural } from '../messages.ts';

export const formats = defineMessages('formats', {
  amount: ({ amount }: { amount: string }) => `L.E. ${amount}`,
  level: ({ level }: { level: number }) => `Level ${level}`,
  months: ({ count }: { count: number }) => plural(count, { one: '# Month', other: '# Months' }),
  receipt: ({ receipt }: { receipt: string }) => `receipt ${receipt}`,
});
