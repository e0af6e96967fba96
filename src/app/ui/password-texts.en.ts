import { defineMessages } from '#contract/messages.ts';

/** Holds the texts of password inputs. Apart from the other texts of the folder: the sign-in page loads it. */
export const messages = defineMessages('password', {
  hidePassword: 'Hide password',
  showPassword: 'Show password',
});
