import { defineMessages } from '#contract/messages.ts';

/** Holds the texts of signing in. */
export const messages = defineMessages('cache', {
  loginFailed: 'Login failed',
});
