import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('serverAccounts', {
  signInAgain: 'Sign in again.',
  signInBusy: 'Too many people sign in right now. Try again in a moment.',
  lastManager: 'This is the only manager. Make somebody else a manager first.',
  cannotDisableSelf: 'You cannot disable yourself. Ask another manager.',
  passwordSet: 'New password',
  leftEntriesOpened: 'Opened what they left on a device',
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
  homeChangesIt: ({ branch }: { branch: string }) =>
    `Name and password are changed in ${branch}, where they belong`,
  setUp: ({ branch }: { branch: string }) => `${branch} is set up.`,
  setUpAlready: 'This server is set up already. Sign in.',
  setupCodeWrong: 'This is not the code. Whoever installed the server has the set-up code.',
});
