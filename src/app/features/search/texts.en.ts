import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('search', {
  title: 'Search',
  label: 'Name, parent, code, phone, receipt number or book',
  placeholder: 'Name, phone or receipt',
  hint: 'Find a student by name, parent, code or phone, a receipt by its number, or a book.',
  keyHint: 'Shift + Enter takes a payment from the chosen student.',
  receipts: 'Receipts',
  results: 'Results',
  searching: 'Searching…',
  nothing: ({ typed }: { typed: string }) => `Nothing found for “${typed}”.`,
  nothingHint: 'Check the spelling, or try a phone or receipt number.',
  onlyOnDevice: 'Offline. Searched only what is saved on this device.',
  hostCannot: 'This server has no search. Searched only what is saved on this device.',
  failed: 'The server did not answer. Searched only what is saved on this device.',
  more: 'Only the best matches are listed. Type more to narrow them down.',
  remaining: ({ amount }: { amount: string }) => `${amount} remaining`,
  inStock: ({ count }: { count: string }) => `${count} in stock`,
  severalPayments: 'Several payments',
  takePaymentFrom: ({ name }: { name: string }) => `Take payment from ${name}`,
});
