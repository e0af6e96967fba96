import { withTabLock } from '#app/lib/tab-lock.ts';
import { refreshed } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { ApiError } from './api-error.ts';
import { parseFailure, parseSuccess } from './parse-response.ts';
import { sendRequest } from './send-request.ts';
import { clearTokens, currentSession, ownerKey, ownerOf, type Session, storeTokens } from './session.ts';

const LOCK = 'branch-desk.refresh';
/** A frozen tab may hold the lock for ever; after this we go on without it. */
const LOCK_PATIENCE = 25_000;

/** A session to go on with. */
export interface RefreshedSession extends Session {
  /** It was stored by another tab before we asked, who knows how long ago: its access token may have run out too. */
  readonly found: boolean;
}

let running: { owner: string; session: Promise<RefreshedSession> } | undefined;

/**
 * A session whose access token is another one than `stale`. All requests of this tab wait for the same
 * refresh, and tabs take turns: whoever comes second finds the new token already stored.
 * @throws {ApiError} transient where the refresh got no answer (nobody is signed out by a dead network);
 *   sign-in where the host refused it, and then the tokens are gone
 */
export function refreshSession(stale: Session): Promise<RefreshedSession> {
  const owner = ownerKey(stale.owner);
  if (running?.owner === owner) return running.session;
  const mine = {
    owner,
    session: oneTabAtATime(() => refreshNow(stale)).finally(() => {
      if (running === mine) running = undefined;
    }),
  };
  running = mine;
  return mine.session;
}

async function oneTabAtATime(work: () => Promise<RefreshedSession>): Promise<RefreshedSession> {
  return (await withTabLock(LOCK, LOCK_PATIENCE, work)) ?? work();
}

/** What is stored now, if it is still this person's and no longer the stale token. */
function newerThan(stale: Session): RefreshedSession | undefined {
  const now = currentSession();
  if (!now || ownerKey(now.owner) !== ownerKey(stale.owner)) throw new ApiError('sign-in', { status: 401 });
  return now.access === stale.access ? undefined : { ...now, found: true };
}

async function refreshNow(stale: Session): Promise<RefreshedSession> {
  const already = newerThan(stale);
  if (already) return already;
  const answer = await sendRequest(
    { method: 'POST', path: paths.refresh, body: JSON.stringify({ refresh: stale.refresh }) },
    undefined,
  );
  if (answer.status >= 300) {
    const failure = parseFailure(answer);
    if (failure.kind === 'transient') throw failure;
    // Another tab without Web Locks may have spent this refresh token a moment ago.
    const meanwhile = newerThan(stale);
    if (meanwhile) return meanwhile;
    clearTokens();
    throw new ApiError('sign-in', { status: 401 });
  }
  const { access, refresh = stale.refresh } = parseSuccess(answer, refreshed);
  return keep(stale, access, refresh);
}

/** Stores the new pair, unless the person has signed out or changed meanwhile: that must not be undone. */
function keep(stale: Session, access: string, refresh: string): RefreshedSession {
  const meanwhile = newerThan(stale);
  if (meanwhile) return meanwhile;
  const owner = ownerOf(access) ?? stale.owner;
  if (ownerKey(owner) !== ownerKey(stale.owner)) {
    clearTokens();
    throw new ApiError('sign-in', { status: 401 });
  }
  storeTokens({ access, refresh }, owner);
  return { access, refresh, owner, found: false };
}
