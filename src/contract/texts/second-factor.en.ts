import { defineMessages } from '../messages.ts';

/** Of the second factor (decision 160). */
export const secondFactor = defineMessages('secondFactorRules', {
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
});
