import { newPassword as wellFormed } from '#contract/account-forms.ts';
import { messages } from '#server/store/messages.ts';
import { commonPasswords } from './common-passwords.ts';

/**
 * Validates a new password: 8 to 255 characters, not only spaces, and not among the 10 000 most common ones in any mixture of upper and
 * lower case (decision 49).
 */
export const newPassword = wellFormed.refine(
  (password) => !commonPasswords.has(password.trim().toLowerCase()),
  {
    error: () => messages.passwordCommon,
  },
);
