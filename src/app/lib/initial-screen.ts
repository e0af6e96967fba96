import { readLocal } from './local-storage.ts';

/**
 * The localStorage key of api/session.ts. Read here without its schema: the first paint must not load that.
 */
const SESSION = 'branch-desk.session';

/** The localStorage key of api/storage-key.ts, which a page before sign-in reads without its schema. */
export const STORAGE_KEYS = 'branch-desk.storage-keys';
/** The localStorage key of api/pending-sign-outs.ts, which loads only if something waits. */
export const PENDING_SIGN_OUTS = 'branch-desk.sign-outs';

export const SIGN_IN_PATH = '/auth';
export const RESET_PATH = '/auth/reset-password';
export const CONFIRM_EMAIL_PATH = '/auth/confirm-email';

/**
 * Returns whether the app opens with a page before sign-in. That is so without a session at home, which
 * becomes /auth, or at one of these pages. Other addresses go through the route table and its guard.
 */
export function startsAtSignIn(): boolean {
  if (readLocal(SESSION) !== undefined) return false;
  if (location.pathname === '/') history.replaceState(null, '', SIGN_IN_PATH);
  return [SIGN_IN_PATH, RESET_PATH, CONFIRM_EMAIL_PATH].includes(location.pathname);
}
