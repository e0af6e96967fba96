import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('payouts', {
  inStock: ({ stock }: { stock: bigint }) =>
    plural(Number(stock), { one: `${stock} copy in stock`, other: `${stock} copies in stock` }),
  paidForMore: 'More copies were paid for already, so the number stays at least as high.',
  remaining: 'Remaining Amount',
});
