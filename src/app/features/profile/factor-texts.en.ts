import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('ownFactors', {
  title: 'Second factor',
  about:
    'It is asked beside the password at sign-in and for approvals, never while you work. Whoever sees your password at the desk cannot sign in with it alone.',
  required: 'Your branch asks every manager for one.',
  loading: 'Loading your second factors',
  offline: 'Setting up or removing a second factor needs a connection.',
  totp: 'Authenticator app',
  notSetUp: 'Not set up',
  since: ({ time }: { time: string }) => `Set up ${time}.`,
  lastUsed: ({ time }: { time: string }) => `Last used ${time}.`,
  setUp: 'Set up',
  setUpTotp: 'Set up the authenticator app',
  replace: 'Move to another phone',
  remove: 'Remove it',
  removeOf: ({ name }: { name: string }) => `Remove ${name}`,
  removeTitle: ({ name }: { name: string }) => `Remove ${name}?`,
  removeText: 'It is not asked any more when you sign in. Your recovery codes go with the last one.',
  removed: ({ name }: { name: string }) => `Removed: ${name}.`,
  passkeys: 'Passkeys',
  noPasskeys: 'None yet',
  passkeysNeed: 'Passkeys work over https, at the name of the server.',
  addPasskey: 'Add a passkey',
  recoveryCodes: 'Recovery codes',
  codesLeft: ({ count }: { count: number }) =>
    plural(count, { one: '# code is left.', other: '# codes are left.' }),
  newCodes: 'New codes',
  newCodesTitle: 'New recovery codes',
  newCodesText: 'The earlier ones do not work any more.',
  done: 'The second factor is on. The next sign-in asks for it.',
});
