import { defineMessages } from '#contract/messages.ts';

/** Holds the texts of the profile. */
export const messages = defineMessages({
  title: 'Profile',
  about: 'Your name as others see it, and the address you sign in with.',
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  accountType: 'Account Type',
  staff: 'Staff',
  manager: 'Manager',
  save: 'Save',
  saving: 'Saving',
  saved: 'Profile saved.',
  editFailed: 'Edit failed',
  emailWaiting: ({ email }: { email: string }) =>
    `Waits for its confirmation: ${email}. Open the link in the mail to this address.`,
  emailAsked: ({ email }: { email: string }) =>
    `Profile saved. ${email} is used once you open the link in the mail to it.`,
  emailHint: 'A mail with a link goes to the new address. Until you open it, the old address stays.',
  currentPassword: 'Present password',
  currentPasswordMissing: 'Enter your present password',
  password: 'Password',
  passwordAbout: 'A new password signs you out on all other devices.',
  changePassword: 'Change the password',
  newPassword: 'New password',
  newPasswordAgain: 'New password again',
  passwordsDiffer: 'This is not the same password',
  savePassword: 'Save the password',
  passwordSaved: 'Password saved. All other devices are signed out.',
  sessions: 'Where you are signed in',
  sessionsAbout: 'Sign out where you do not work any more, or where you do not know the device.',
  sessionsOffline: 'Signing out elsewhere needs a connection.',
  deviceWithName: ({ device, name }: { device: string; name: string }) => `${device} (${name})`,
  sessionTimes: ({ since, lastUsed }: { since: string; lastUsed: string }) =>
    `Last used ${lastUsed}. Signed in ${since}.`,
  thisDevice: 'This device',
  signOutThere: 'Sign out there',
  signOutOf: ({ device }: { device: string }) => `Sign out there: ${device}`,
  signOutElsewhere: 'Sign out everywhere else',
  signingOut: 'Signing out',
  signedOut: 'Signed out.',
});
