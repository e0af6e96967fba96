import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('cache', {
  loginFailed: 'Login failed',
});
