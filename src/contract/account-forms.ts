import { z } from 'zod';
import { digitSets, languages } from './messages.ts';
import { typedLine } from './typed-text.ts';

const TOO_LONG = 'Use at most 255 characters';

export const emailAddress = typedLine({ limit: 255 }).pipe(z.email('Invalid email address'));

/** POST /auth/login/ (specification, section 5; the message says 4 by decision 26). */
export const loginBody = z.object({
  email: emailAddress,
  password: z.string().min(4, 'Password must be at least 4 characters').max(255, TOO_LONG),
});

export const refreshBody = z.object({ refresh: z.string().min(1).max(4096) });

export const UNUSABLE_LINK =
  'This link does not work any more. It works once, for 30 minutes: ask for a new one.';

/** POST /auth/password/reset/, which requests a reset link (decision 25). */
export const resetBody = z.object({ email: emailAddress });

/** Decisions 26 and 49. The server also refuses the most common passwords. */
export const newPassword = z
  .string()
  .min(8, 'Password must be at least 8 characters')
  .max(255, 'Password must be at most 255 characters')
  .refine((password) => password.trim() !== '', 'Password must not be only spaces');

const linkToken = z.string(UNUSABLE_LINK).min(1, UNUSABLE_LINK).max(255, UNUSABLE_LINK);

/** POST /auth/password/reset/confirm/. */
export const resetConfirmBody = z.object({ token: linkToken, password: newPassword });

/** POST /auth/email/confirm/: the token was mailed to the new address (decision 49). */
export const emailConfirmBody = z.object({ token: linkToken });

/**
 * POST /auth/logout/. Without a refresh token the access token of the header names the session, even an expired one.
 */
export const logoutBody = z.object({ refresh: z.string().min(1).max(4096).optional() });

export const told = z.object({ detail: z.string() });

export const personName = (label: string) =>
  typedLine({ limit: 30, tooLong: `${label} must be less than 30 characters` }).min(
    2,
    `${label} must be at least 2 characters`,
  );

/** Specification, section 5. */
export const profileBody = z.object({
  email: emailAddress,
  first_name: personName('First Name'),
  last_name: personName('Last Name'),
});

/** PATCH /auth/user/. Another email address and a new password need the present password (decision 49). */
export const profileChange = profileBody.partial().extend({
  new_password: newPassword.optional(),
  current_password: z.string().max(255, TOO_LONG).optional(),
  language: z.enum(languages, 'Choose ar or en').nullable().optional(),
  digits: z.enum(digitSets, 'Choose latin or arabic-indic').nullable().optional(),
});
export type ProfileChange = z.output<typeof profileChange>;
