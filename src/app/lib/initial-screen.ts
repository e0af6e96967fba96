import { readLocal } from './local-storage.ts';

/** Where data/session.ts keeps the tokens. Looked at here without its schema: the first paint must not wait for that. */
const SESSION = 'branch-desk.session';

export const SIGN_IN_PATH = '/auth';
export const RESET_PATH = '/auth/reset-password';

/**
 * Whether the app opens with a page before sign-in: there is no session, and the address is one of theirs, or home,
 * which then becomes /auth. Other addresses go through the route table and its guard.
 */
export function startsAtSignIn(): boolean {
  if (readLocal(SESSION) !== undefined) return false;
  if (location.pathname === '/') history.replaceState(null, '', SIGN_IN_PATH);
  return location.pathname === SIGN_IN_PATH || location.pathname === RESET_PATH;
}
