import { z } from 'zod';
import { digitSets, type LazyText, languages } from './messages.ts';
import { account } from './texts/account.en.ts';
import { inputs } from './texts/inputs.en.ts';
import { typedLine } from './typed-text.ts';

const tooLong = { error: () => inputs.tooLong({ limit: 255 }) };

export const emailAddress = typedLine({ limit: 255 }).pipe(z.email({ error: () => inputs.emailInvalid }));

/** POST /auth/login/ (specification, section 5; the message says 4 by decision 26). */
export const loginBody = z.object({
  email: emailAddress,
  password: z
    .string()
    .min(4, { error: () => inputs.passwordTooShort({ least: 4 }) })
    .max(255, tooLong),
});

export const refreshBody = z.object({ refresh: z.string().min(1).max(4096) });

export const resetBody = z.object({ email: emailAddress });

/** Decisions 26 and 49. The server also refuses the most common passwords. */
export const newPassword = z
  .string()
  .min(8, { error: () => inputs.passwordTooShort({ least: 8 }) })
  .max(255, { error: () => account.passwordTooLong({ limit: 255 }) })
  .refine((password) => password.trim() !== '', { error: () => account.passwordOnlySpaces });

const unusableLink = { error: () => account.unusableLink };
const linkToken = z.string(unusableLink).min(1, unusableLink).max(255, unusableLink);

export const resetConfirmBody = z.object({ token: linkToken, password: newPassword });

/** POST /auth/email/confirm/: the token was mailed to the new address (decision 49). */
export const emailConfirmBody = z.object({ token: linkToken });

/**
 * POST /auth/logout/. Without a refresh token the access token of the header names the session, even an expired one.
 */
export const logoutBody = z.object({ refresh: z.string().min(1).max(4096).optional() });

/**
 * POST /auth/switch/: the other branch of the signed-in person (decision 159). The answer holds a refresh token, so the
 * request takes one: an access token alone must not outlive its minutes.
 */
export const switchBody = z.object({
  branch: z.string().min(1).max(20),
  // A page of an older version sends none, and shows this.
  refresh: z
    .string({ error: () => account.reloadToSwitch })
    .min(1)
    .max(4096),
});

export const detailAnswer = z.object({ detail: z.string() });

export const personName = (label: LazyText) =>
  typedLine({ limit: 30, tooLong: () => account.nameTooLong({ label: label(), limit: 30 }) }).min(2, {
    error: () => account.nameTooShort({ label: label(), least: 2 }),
  });

export const profileBody = z.object({
  email: emailAddress,
  first_name: personName(() => account.firstName),
  last_name: personName(() => account.lastName),
});

/** PATCH /auth/user/. Some changes need the present password (decisions 49 and 161). */
export const profileChange = profileBody.partial().extend({
  new_password: newPassword.optional(),
  current_password: z.string().max(255, tooLong).optional(),
  language: z
    .enum(languages, { error: () => account.language })
    .nullable()
    .optional(),
  digits: z
    .enum(digitSets, { error: () => account.digits })
    .nullable()
    .optional(),
  daily_mail: z.boolean({ error: () => account.flag }).optional(),
  remove_single_sign_on: z.boolean({ error: () => account.flag }).optional(),
});
export type ProfileChange = z.output<typeof profileChange>;
