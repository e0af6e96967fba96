import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('discount', {
  discount: 'Discount',
  noDiscount: 'No discount',
  percent: 'Percent',
  listPriceOf: ({ amount }: { amount: string }) => `List price ${amount}`,
  siblingEnrolled: ({ reason, percent, name }: { reason: string; percent: string | null; name: string }) =>
    percent ? `${reason} ${percent}%: ${name} is enrolled` : `${reason}: ${name} is enrolled`,
  aboveLimit: ({ percent }: { percent: string }) =>
    `Staff go down to ${percent}% below the list price. A manager must agree to this.`,
});
