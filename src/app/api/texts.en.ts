import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('api', {
  noConnection: 'There is no connection to the server right now. Try again in a moment.',
  signInAgain: 'Please sign in again.',
  refused: ({ status }: { status: number | undefined }) =>
    `The server refused this (${status}). Check it and try again.`,
  tooManyRequests: 'The server asks to wait a little. Try again in a minute.',
  noAnswer: ({ status }: { status: number }) =>
    `The server could not answer (${status}). Try again in a moment.`,
  loginFailed: 'Login failed',
  recordMissing: 'This record is not on this device any more. Go back to the list and look for it there.',
});
