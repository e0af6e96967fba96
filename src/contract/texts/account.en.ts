import { defineMessages } from '../messages.ts';

export const account = defineMessages('account', {
  passwordTooLong: ({ limit }: { limit: number }) => `Password must be at most ${limit} characters`,
  passwordOnlySpaces: 'Password must not be only spaces',
  unusableLink: 'This link does not work any more. It works once, for 30 minutes: ask for a new one.',
  firstName: 'First Name',
  lastName: 'Last Name',
  firstNameOfUser: 'First name',
  lastNameOfUser: 'Last name',
  nameTooShort: ({ label, least }: { label: string; least: number }) =>
    `${label} must be at least ${least} characters`,
  nameTooLong: ({ label, limit }: { label: string; limit: number }) =>
    `${label} must be less than ${limit} characters`,
  language: 'Choose ar or en',
  digits: 'Choose latin or arabic-indic',
  role: 'Choose manager or staff',
  flag: 'Use true or false',
  method: 'Use POST, PATCH or DELETE',
  uuid: 'Use a UUID',
  reloadForApproval: 'Reload the app: an approval names the exact entry now',
  reloadToSwitch: 'Reload the app, then switch again: this page is of an older version',
  secondFactor: {
    setting: 'Second factor of managers',
    settingChoices: {
      optional: 'Whoever wants one',
      managers: 'Every manager needs one',
    },
    kind: 'Choose totp or passkey',
    codeShape: 'Enter the six digits of the app',
    recoveryShape: 'A recovery code has 16 letters and digits',
    passkeyUnreadable: 'The passkey sent something that cannot be read. Try again',
    oneAnswer: 'Send a code, a recovery code or a passkey',
    nameMissing: 'Give the passkey a name',
  },
});
