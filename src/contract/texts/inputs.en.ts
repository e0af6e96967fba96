import { defineMessages } from '../messages.ts';

/** Refusals that sign-in and every list may show. They load with the first screen, unlike `sentences`. */
export const inputs = defineMessages('inputs', {
  required: 'This cannot be empty',
  invalid: 'Invalid input',
  tooLong: ({ limit }: { limit: number }) => `Use at most ${limit} characters`,
  unstorable: 'This text has characters that cannot be stored',
  emailInvalid: 'Invalid email address',
  passwordTooShort: ({ least }: { least: number }) => `Password must be at least ${least} characters`,
  invalidPage: 'Invalid page.',
});
