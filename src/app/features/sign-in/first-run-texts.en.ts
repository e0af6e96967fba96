import { defineMessages } from '#contract/messages.ts';

/** Separate from the texts of the sign-in page, which loads first. */
export const messages = defineMessages('firstRun', {
  title: 'Set up your branch',
  about: 'Nobody uses this server yet. Whoever installed it has the set-up code.',
  code: 'Code',
  branch: 'Name of the branch',
  address: 'Address of the branch (optional)',
  timeZone: 'Time zone',
  dayBegins: 'A day begins at',
  dayBeginsHelp:
    'Choose a later hour where people work past midnight. Earlier hours count as the day before.',
  you: 'You, its first manager',
  firstName: 'First Name',
  lastName: 'Last Name',
  month: 'First month',
  monthHelp: 'It begins today. Payments count in it until you end it.',
  submit: 'Set up',
  submitting: 'Setting up',
  needsConnection: 'Setting up needs a connection. Check the network, then try again.',
  skip: 'Sign in with the printed password',
});
