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
});
