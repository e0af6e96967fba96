import { z } from 'zod';
import { readId } from './fields.ts';
import { digitSets, languages } from './messages.ts';

/** A refresh may return a new refresh token or none. */
export const tokens = z.object({ access: z.string().min(1), refresh: z.string().min(1) });
export type Tokens = z.output<typeof tokens>;

/**
 * Encrypts pending entries of a signed-out user: 32 bytes in base64 (decision 97). A minimal server sends none.
 */
const storageKey = z.string().min(1).optional().catch(undefined);

export const signedIn = tokens.extend({
  storage_key: storageKey,
  /** Chosen by the user; absent without a choice, and where the server stores none (decision 109). */
  language: z.enum(languages).optional().catch(undefined),
});
export type SignedIn = z.output<typeof signedIn>;

export const refreshed = z.object({
  access: z.string().min(1),
  refresh: z.string().min(1).optional(),
  storage_key: storageKey,
});

export const accessClaims = z.object({
  sub: z.union([z.string(), z.number().transform(String)]).optional(),
  user_id: z.union([z.string(), z.number().transform(String)]).optional(),
  branch: z.string().optional(),
  exp: z.number().optional(),
});

const ownBranch = z.object({ id: readId, name: z.string(), account_type: z.string() });
export type OwnBranch = z.output<typeof ownBranch>;

export const user = z.object({
  id: readId.optional(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  account_type: z.string().optional(),
  /** A new address that is used once the link sent to it was opened (decision 49). */
  pending_email: z.string().nullish(),
  language: z.enum(languages).nullish().catch(undefined),
  /** Chosen by the user; null without a choice, and absent where the server stores none (decision 115). */
  digits: z.enum(digitSets).nullish().catch(undefined),
  /**
   * Names of the user's permissions. A server without roles sends none, and then everything is allowed (decision 46).
   */
  permissions: z.array(z.string()).optional().catch(undefined),
  /** Absent where the user is no manager, and where the server sends no mail (decision 158). */
  daily_mail: z.boolean().optional().catch(undefined),
  /** All branches of the person, this one too; absent where the server knows one branch for each person (decision 159). */
  branches: z.array(ownBranch).optional().catch(undefined),
  /** Null without a connection, and absent where the server has no single sign-on (decision 161). */
  single_sign_on: z.object({ name: z.string(), since: z.string() }).nullish().catch(undefined),
});
export type User = z.output<typeof user>;

export function displayName({ first_name, last_name, email }: User): string {
  return [first_name, last_name].filter(Boolean).join(' ') || email;
}
