import { z } from 'zod';
import { readId } from './fields.ts';

const TOO_LONG = 'Use at most 255 characters';

/** Parses an email address. */
export const emailAddress = z.string().trim().max(255, TOO_LONG).pipe(z.email('Invalid email address'));

/** Validates POST /auth/login/ (specification, section 5; the message says 4 by decision 26). */
export const loginBody = z.object({
  email: emailAddress,
  password: z.string().min(4, 'Password must be at least 4 characters').max(255, TOO_LONG),
});

/** Parses a token pair. A refresh may return a new refresh token or none. */
export const tokens = z.object({ access: z.string().min(1), refresh: z.string().min(1) });
export type Tokens = z.output<typeof tokens>;

/**
 * The key that a user's devices encrypt unsent entries with while the user is signed out: 32 bytes in base64
 * (decision 97). A minimal server sends none.
 */
const storageKey = z.string().min(1).optional().catch(undefined);

/** Parses the response of a sign-in. */
export const signedIn = tokens.extend({ storage_key: storageKey });
export type SignedIn = z.output<typeof signedIn>;

export const refreshBody = z.object({ refresh: z.string().min(1).max(4096) });
export const refreshed = z.object({
  access: z.string().min(1),
  refresh: z.string().min(1).optional(),
  storage_key: storageKey,
});

/** Parses the claims of an access token, unverified. Times in seconds since 1970. */
export const accessClaims = z.object({
  sub: z.union([z.string(), z.number().transform(String)]).optional(),
  user_id: z.union([z.string(), z.number().transform(String)]).optional(),
  branch: z.string().optional(),
  exp: z.number().optional(),
});

/** Rejects an invalid or expired password reset link. */
export const UNUSABLE_LINK =
  'This link does not work any more. It works once, for 30 minutes: ask for a new one.';

/** Validates POST /auth/password/reset/, which requests a password reset link (decision 25). */
export const resetBody = z.object({ email: emailAddress });

/** Validates the form of a new password (decisions 26 and 49); the server also refuses the most common ones. */
export const newPassword = z
  .string()
  .min(8, 'Password must be at least 8 characters')
  .max(255, 'Password must be at most 255 characters')
  .refine((password) => password.trim() !== '', 'Password must not be only spaces');

const linkToken = z.string(UNUSABLE_LINK).min(1, UNUSABLE_LINK).max(255, UNUSABLE_LINK);

/** Validates POST /auth/password/reset/confirm/: the link's token and the new password. */
export const resetConfirmBody = z.object({ token: linkToken, password: newPassword });

/** Validates POST /auth/email/confirm/: the token of the link to a new address (decision 49). */
export const emailConfirmBody = z.object({ token: linkToken });

/** Validates POST /auth/logout/. Without a refresh token the access token of the header names the session, even an expired one. */
export const logoutBody = z.object({ refresh: z.string().min(1).max(4096).optional() });

/** Parses the response of a call that only tells something. */
export const told = z.object({ detail: z.string() });

/** Parses the first or last name of a user. */
export const personName = (label: string) =>
  z
    .string()
    .trim()
    .min(2, `${label} must be at least 2 characters`)
    .max(30, `${label} must be less than 30 characters`)
    .refine(
      (text) => !text.includes('\0') && text.isWellFormed(),
      'This text has characters that cannot be stored',
    );

/** Validates the form of the profile (specification, section 5). */
export const profileBody = z.object({
  email: emailAddress,
  first_name: personName('First Name'),
  last_name: personName('Last Name'),
});

/**
 * Validates PATCH /auth/user/. Another email address and a new password need the present password (decision 49).
 */
export const profileChange = profileBody.partial().extend({
  new_password: newPassword.optional(),
  current_password: z.string().max(255, TOO_LONG).optional(),
});
export type ProfileChange = z.output<typeof profileChange>;

/** Parses GET /auth/user/. */
export const user = z.object({
  id: readId.optional(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  account_type: z.string().optional(),
  /** The address that is used once the link sent to it was opened (decision 49). */
  pending_email: z.string().nullish(),
  /** The names of what this user may do; a server without roles sends none, and then everything is allowed (decision 46). */
  permissions: z.array(z.string()).optional().catch(undefined),
});
export type User = z.output<typeof user>;
