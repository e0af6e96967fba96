import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('serverAccounts', {
  signInAgain: 'Sign in again.',
  signInBusy: 'Too many people sign in right now. Try again in a moment.',
  lastManager: 'This is the only manager. Make somebody else a manager first.',
  cannotDisableSelf: 'You cannot disable yourself. Ask another manager.',
  passwordSet: 'New password',
  encryptedEntriesOpened: 'Opened what they left on a device',
  passwordCommon: 'This password is one of the most common ones. Choose another',
  passwordNeeded: 'Enter your present password to change this',
  passwordWrong: 'This is not your present password',
  browserOnSystem: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
  unknownDevice: 'Unknown device',
  signedOut: 'Signed out.',
  signedOutThere: ({ device }: { device: string }) => `Signed out: ${device}.`,
  signedOutElsewhere: 'Signed out everywhere else.',
  noMailHere: 'This server sends no mail',
  tokenRevoked: ({ name }: { name: string }) =>
    `Revoked: ${name}. Spreadsheets cannot read with it any more.`,
  emailConfirmed: ({ email }: { email: string }) => `You sign in with ${email} from now on.`,
  sessionEnded: 'Your session has ended. Sign in again.',
  signOnExpired: 'This sign-in was begun too long ago, in another browser, or was used. Sign in again.',
  wrongCredentials: 'Wrong email or password.',
  passwordReplaced: 'Your new password is set. Sign in with it.',
  notApprovable: 'A manager does this on their own device. It cannot be approved here.',
  approverMayNot: 'This person may not approve it either. Ask a manager.',
  notYourBranch: 'This is none of your branches',
  thisBranch: 'You are in this branch already',
  disabledHere: 'This user is disabled. Enable them first.',
  userThereAlready: ({ branch }: { branch: string }) =>
    `They have a user in ${branch} already. Change it on the users screen there.`,
  disabledAtHome: ({ branch }: { branch: string }) => `They are disabled in ${branch}, where they sign in.`,
  joined: ({ name, branch }: { name: string; branch: string }) => `${name} works in ${branch} too.`,
  homeResetsFactor: ({ branch }: { branch: string }) =>
    `Only a manager in ${branch}, where they sign in, resets their second factor.`,
  homeChangesIt: ({ branch }: { branch: string }) =>
    `Name and password are changed in ${branch}, where they belong`,
  factorAsked:
    'The password is right. This account also needs a second step: reload this page, then sign in again.',
  factorAskedOfApprover:
    'The password is right. This manager also needs a second step: reload the app, then ask again.',
  factorAskedForChange:
    'The password is right. This also needs your second factor: reload the app, then try again.',
  factorOwed:
    'Your branch asks every manager for a second factor. Reload this page and sign in again to set one up.',
  factorOwedByApprover:
    'This manager must set up a second factor first, by signing in on a device of their own.',
  challengeOver: 'This took too long, or too many codes were wrong. Enter the password again.',
  codeWrong: 'This code is wrong. Use the one that the app shows now, and check the time on the phone',
  codeUsed: 'This code was used already. Wait for the next one',
  recoveryWrong: 'This recovery code is wrong, or was used already',
  passkeyWrong: 'This passkey was not accepted. Try again, or choose another way',
  passkeyNameMissing: 'Give the passkey a name',
  passkeyKnown: 'This passkey is set up already.',
  tokensFull: ({ limit }: { limit: number }) => `There are ${limit} tokens. Revoke one first.`,
  passkeysFull: ({ limit }: { limit: number }) => `There are ${limit} passkeys. Remove one first.`,
  noPasskeysHere: 'Passkeys need https and the name of a server, not a number.',
  factorNeeded: 'Your branch asks every manager for a second factor. Set up another one first.',
  factorRemoved: 'Removed.',
  factorReset: ({ name }: { name: string }) => `The second factor of ${name} is removed.`,
  noFactorYet: 'Set up a second factor first.',
  noFactor: 'This user has no second factor.',
  factorResetNote: 'Second factor reset',
  worksBeyond: ({ branch }: { branch: string }) =>
    `This person works in ${branch} too, where you are no manager. They set a new password by the link on the sign-in page, or a manager of both branches helps.`,
  ownFactorReset: 'You cannot reset your own second factor. Remove it on your profile, with your password.',
  setUp: ({ branch }: { branch: string }) => `${branch} is set up.`,
  setUpAlready: 'This server is set up already. Sign in.',
  setupCodeWrong: 'This is not the code. Whoever installed the server has the set-up code.',
});
