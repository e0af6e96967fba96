/** Not in `paths`, which loads with the first screen. The browser opens the first two as pages (decision 161). */
export const OIDC_START_PATH = '/auth/oidc/start/';
export const OIDC_CALLBACK_PATH = '/auth/oidc/callback/';
export const OIDC_FINISH_PATH = '/auth/oidc/finish/';

/** Name in the fragment of the sign-in page's address that carries the one-time code. */
export const SIGN_ON_CODE = 'sso';
/** Name in the fragment that carries why a person was not signed in. */
export const SIGN_ON_PROBLEM = 'sso-problem';

/**
 * - `denied`: the person, or the provider, ended it there
 * - `expired`: begun too long ago, in another browser, or used before
 * - `unreachable`: the provider does not answer
 * - `failed`: the provider's answer could not be trusted, or could not be understood
 * - `unverified`: the provider names no email address that it has verified
 * - `unknown`: no user has this email address
 * - `disabled`: the user may not sign in
 * - `other`: the user is connected to another account at the provider
 * - `factor`: the branch asks every manager for a second factor, and this one has none yet
 * - `busy`: too many attempts, or this server cannot answer
 */
export const signOnProblems = [
  'denied',
  'expired',
  'unreachable',
  'failed',
  'unverified',
  'unknown',
  'disabled',
  'other',
  'factor',
  'busy',
] as const;
export type SignOnProblem = (typeof signOnProblems)[number];
