import { readLocal } from '#app/data/local-store.ts';

/** Where data/session.ts keeps the tokens. Looked at here without its schema: the first paint must not wait for that. */
const SESSION = 'branch-desk.session';

/**
 * Whether the app opens at the sign-in page: there is no session, and the address is /auth, or home, which then
 * becomes /auth. Other addresses go through the route table and its guard.
 */
export function startsAtSignIn(): boolean {
  if (readLocal(SESSION) !== undefined) return false;
  if (location.pathname === '/') history.replaceState(null, '', '/auth');
  return location.pathname === '/auth';
}
