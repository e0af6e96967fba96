import { z } from 'zod';
import { readId } from './fields.ts';
import { digitSets, languages } from './messages.ts';

/** Parses a token pair. A refresh may return a new refresh token or none. */
export const tokens = z.object({ access: z.string().min(1), refresh: z.string().min(1) });
export type Tokens = z.output<typeof tokens>;

/**
 * The key that a user's devices encrypt unsent entries with while the user is signed out: 32 bytes in base64
 * (decision 97). A minimal server sends none.
 */
const storageKey = z.string().min(1).optional().catch(undefined);

/** Parses the response of a sign-in. */
export const signedIn = tokens.extend({
  storage_key: storageKey,
  /** The language that the user has chosen; absent for none, and where the server keeps none (decision 109). */
  language: z.enum(languages).optional().catch(undefined),
});
export type SignedIn = z.output<typeof signedIn>;

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

/** Parses GET /auth/user/. */
export const user = z.object({
  id: readId.optional(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  account_type: z.string().optional(),
  /** The address that is used once the link sent to it was opened (decision 49). */
  pending_email: z.string().nullish(),
  /** The language that the user has chosen; null for none, and absent where the server keeps none (decision 109). */
  language: z.enum(languages).nullish().catch(undefined),
  /** The digits that the user has chosen; null for none, and absent where the server keeps none (decision 115). */
  digits: z.enum(digitSets).nullish().catch(undefined),
  /** The names of what this user may do; a server without roles sends none, and then everything is allowed (decision 46). */
  permissions: z.array(z.string()).optional().catch(undefined),
});
export type User = z.output<typeof user>;
