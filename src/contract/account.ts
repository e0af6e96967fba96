import { z } from 'zod';
import { readId } from './fields.ts';

const TOO_LONG = 'Use at most 255 characters';

const emailAddress = z.string().trim().max(255, TOO_LONG).pipe(z.email('Invalid email address'));

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

/** Validates POST /auth/password/reset/confirm/: the link's token and the new password (decision 26). */
export const resetConfirmBody = z.object({
  token: z.string(UNUSABLE_LINK).min(1, UNUSABLE_LINK).max(255, UNUSABLE_LINK),
  password: z
    .string()
    .min(8, 'Password must be at least 8 characters')
    .max(255, 'Password must be at most 255 characters'),
});

/** Parses the response of both reset routes: a message for the user. */
export const resetSaid = z.object({ detail: z.string() });

const personName = (label: string) =>
  z
    .string()
    .trim()
    .min(2, `${label} must be at least 2 characters`)
    .max(30, `${label} must be less than 30 characters`)
    .refine(
      (text) => !text.includes('\0') && text.isWellFormed(),
      'This text has characters that cannot be stored',
    );

/** Validates PATCH /auth/user/ (specification, section 5). */
export const profileBody = z.object({
  email: emailAddress,
  first_name: personName('First Name'),
  last_name: personName('Last Name'),
});

/** Parses GET /auth/user/. */
export const user = z.object({
  id: readId.optional(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  account_type: z.string().optional(),
});
export type User = z.output<typeof user>;
