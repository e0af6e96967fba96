import { defineMessages } from '#contract/messages.ts';

/** Holds the texts of signing in. */
export const messages = defineMessages({
  loginFailed: 'Login failed',
});
