import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('renewals', {
  title: 'Renewals',
  about: 'Enrolments that end in the next 14 days, or ended in the last 30, and that nothing follows.',
  nothingDue: 'Nothing is to be renewed here.',
  needsServer: 'The list could not be read. Connect once, and it stays on this device.',
  all: 'All of them',
  endsOn: ({ day }: { day: string }) => `Until ${day}`,
  next: ({ first, price }: { first: string; price: string }) => `from ${first}, ${price}`,
  renewCount: ({ count }: { count: number }) => (count === 0 ? 'Renew' : `Renew ${count}`),
  renewOne: ({ title }: { title: string }) => `Renew ${title} with changes`,
  noPayment: 'Nothing is paid with these: each becomes a debt that is paid later.',
  renewed: ({ count }: { count: number }) => `${count} renewed.`,
  waiting: ({ count }: { count: number }) =>
    plural(count, { one: '# waits to be sent.', other: '# wait to be sent.' }),
  refused: ({ count }: { count: number }) =>
    plural(count, { one: '# was refused: Sync shows why.', other: '# were refused: Sync shows why.' }),
});
