import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('branchSettings', {
  about: 'What is printed on receipts and written in reminders.',
  loading: 'Loading the settings',
  receipts: 'Receipts',
  reminders: 'Reminders',
  addressHelp: ({ address }: { address: string }) => `Left empty, receipts show: ${address}`,
  reminderHelp:
    '{student}, {remaining} and {branch} are replaced. Left empty, the text is as it was at first.',
  example: 'It reads like this',
  exampleStudent: 'Mona Adel',
  exampleRemaining: 'L.E. 750.00',
  chooseLogo: 'Choose a picture',
  otherLogo: 'Another picture',
  removeLogo: 'Remove the logo',
  logoHelp: 'PNG, JPEG or WebP. A large one is made smaller.',
  logoAlt: 'Logo of the branch',
  notAPicture: 'This file is no picture. Choose a PNG, JPEG or WebP file.',
  save: 'Save settings',
  saved: 'Branch settings saved.',
  notSaved: 'The settings could not be saved. Try again.',
  needsConnection: 'Settings are changed with a connection.',
  needsReading: 'The settings are not on this device yet. Open this page once with a connection.',
  changedMeanwhile: ({ now }: { now: string }) =>
    `Somebody changed this meanwhile to: ${now}. Save again to keep yours.`,
  empty: 'left empty',
  anotherPicture: 'another picture',
  unsupported: 'This server keeps no settings of a branch. Receipts show its name and address.',
});
