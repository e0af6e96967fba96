import { defineMessages } from '#contract/messages.ts';

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
  signInWith: ({ name }: { name: string }) => `Sign in with ${name}`,
  signingIn: 'Signing in',
  denied: 'Single sign-on was cancelled. Try again, or use your password.',
  expired: 'This sign-in was begun too long ago, in another browser, or was used. Try again.',
  unreachable: 'Single sign-on does not answer right now. Use your password, or try again later.',
  failed:
    'The answer of single sign-on could not be trusted. Try again, or use your password. If it stays so, tell whoever looks after Branch Desk.',
  unverified:
    'Single sign-on names no confirmed email address of yours. Use your password, or ask whoever looks after your account there.',
  unknown:
    'Nobody signs in to Branch Desk with the email address of your account. A manager adds users: ask your manager.',
  disabled: 'You cannot sign in to Branch Desk any more. Ask your manager.',
  other:
    'You are connected to another account of single sign-on. Use your password, and remove the connection on your profile.',
  factor:
    'Your branch asks every manager for a second factor. Sign in with your password once and set it up; then single sign-on works.',
  busy: 'Single sign-on did not work just now. Try again in a moment.',
});
