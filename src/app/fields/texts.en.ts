import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('fields', {
  optional: '(optional)',
  currency: 'L.E.',
  stillOwed: 'Still owed',

  // Choices
  choose: 'Choose…',

  // Dates
  invalidDay: 'Enter a date such as 30/11/2026',
  pickDate: 'Pick a date',
  pickDateOf: ({ label }: { label: string }) => `Pick a date: ${label}`,
  changeDateOf: ({ label }: { label: string }) => `Change the date: ${label}`,
  pickDayOf: ({ label }: { label: string }) => `${label}: pick a day`,

  // Parts of a plan
  parts: ({ count, last }: { count: number; last: string }) =>
    `${plural(count, { one: '# part', other: '# parts' })}, the last on ${last}`,
  partDay: ({ number }: { number: number }) => `Day of part ${number}`,
  partAmount: ({ number }: { number: number }) => `Amount of part ${number}`,
  removePart: ({ number }: { number: number }) => `Remove part ${number}`,
  addPart: 'Add a part',

  // Photos
  photo: 'Photo',
  takePhoto: 'Add a photo',
  otherPhoto: 'Another photo',
  removePhoto: 'Remove it',
  largePhoto: 'Show the photo large',
  smallPhoto: 'Show the photo small',
  photoUnread: 'This device cannot read that as a picture. Choose another one.',
  photoNotHere: 'The photo is on the server. It shows when there is a connection.',

  // References
  search: ({ things }: { things: string }) => `Search ${things}`,
  nothingKept: ({ things }: { things: string }) =>
    `No ${things} are saved on this device, and there is no connection. They may exist on the server.`,
  noOptions: 'No option found.',
  pendingNotOffered: 'What is not sent yet can be chosen once it is sent.',
  create: ({ verb, thing }: { verb: string; thing: string }) => `${verb} ${thing}`,
  moreOptions: ({ count }: { count: number }) => `${count} more. Type to narrow them down.`,
  loading: 'Loading…',
  loadError: ({ error }: { error: string }) => `Error: ${error}`,
  offlineOptions: ({ offered, count, things }: { offered: number; count: number; things: string }) =>
    `You are offline: only the ${offered} of ${count.toLocaleString('en')} ${things} that this device keeps are offered.`,
  searching: 'Searching…',
  serverSearchHint: ({ count, things }: { count: number; things: string }) =>
    `Type a name, a code or a number: the server searches all ${count.toLocaleString('en')} ${things}.`,
  remaining: ({ amount }: { amount: string }) => `${amount} remaining`,
  fullyPaid: 'Fully paid',
  inStock: ({ count }: { count: string }) => `${count} in stock`,
  receipt: ({ number }: { number: string }) => `Receipt ${number}`,
});
