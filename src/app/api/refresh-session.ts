import { withTabLock } from '#app/lib/tab-lock.ts';
import { refreshed, type SignedIn } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { ApiError } from './api-error.ts';
import { REFRESH_LOCK, REFRESH_LOCK_TIMEOUT, type RefreshTurn, turnOfPage } from './handed-over-session.ts';
import { parseFailure, parseSuccess, sendRequest } from './send-request.ts';
import {
  clearTokens,
  currentSession,
  ownerKey,
  ownerOf,
  type Session,
  storeKeptTokens,
  storeTokens,
} from './session.ts';

/** Milliseconds. After a lost answer the server accepts the same refresh token again (decision 48). */
const REFRESH_TIMEOUT = 10_000;

export interface RefreshedSession extends Session {
  /** True if another tab stored it before this refresh began; its access token may have expired as well. */
  readonly fromOtherTab: boolean;
}

let turn = turnOfPage;

/** Before the first request of a service worker. */
export function refreshAs(next: RefreshTurn): void {
  turn = next;
}

let running: { owner: string; session: Promise<RefreshedSession> } | undefined;

/**
 * Returns a session with another access token than `stale`. All requests of this tab share one refresh. Tabs take turns
 * under a lock, so a second tab finds the new token already stored.
 * @throws {ApiError} transient, when the refresh got no response (a network failure never signs a user out);
 *   unauthenticated, when the server rejected it: then the tokens are cleared
 */
export function refreshSession(stale: Session): Promise<RefreshedSession> {
  const owner = ownerKey(stale.owner);
  if (running?.owner === owner) return running.session;
  const current = {
    owner,
    session: withRefreshLock(() => refreshNow(stale)).finally(() => {
      if (running === current) running = undefined;
    }),
  };
  running = current;
  return current.session;
}

async function withRefreshLock(work: () => Promise<RefreshedSession>): Promise<RefreshedSession> {
  const refreshed = await withTabLock(REFRESH_LOCK, REFRESH_LOCK_TIMEOUT, work);
  if (refreshed) return refreshed;
  if (!turn.withoutLock) throw new ApiError('transient');
  return work();
}

/**
 * Undefined while the stored token is still the stale one.
 * @throws {ApiError} unauthenticated, when the user has signed out or changed
 */
function newerThan(stale: Session): RefreshedSession | undefined {
  const current = currentSession();
  if (!current || ownerKey(current.owner) !== ownerKey(stale.owner))
    throw new ApiError('unauthenticated', { status: 401 });
  return current.access === stale.access ? undefined : { ...current, fromOtherTab: true };
}

async function refreshNow(stale: Session): Promise<RefreshedSession> {
  const stored = newerThan(stale);
  if (stored) return stored;
  const taken = await turn.before(stale);
  if (taken) {
    storeTokens(taken, taken.owner);
    return { ...taken, fromOtherTab: true };
  }
  const response = await sendRequest(
    {
      method: 'POST',
      path: paths.refresh,
      body: JSON.stringify({ refresh: stale.refresh }),
      timeoutMs: REFRESH_TIMEOUT,
    },
    undefined,
  );
  if (response.status >= 300) {
    const failure = parseFailure(response);
    if (failure.kind === 'transient') throw failure;
    // Another tab without Web Locks may have used this refresh token a moment ago.
    const meanwhile = newerThan(stale);
    if (meanwhile) return meanwhile;
    clearTokens();
    throw new ApiError('unauthenticated', { status: 401 });
  }
  const { refresh = stale.refresh, ...answer } = parseSuccess(response, refreshed);
  const session = storeRefreshed(stale, { ...answer, refresh });
  if (!session.fromOtherTab) await turn.after(session, stale);
  return session;
}

/** A sign-out or change of user meanwhile must not be undone. */
function storeRefreshed(stale: Session, answer: SignedIn): RefreshedSession {
  // The person is in another branch by now: the spent token must not be all that is left of this one.
  if (storeKeptTokens(stale, answer)) throw new ApiError('unauthenticated', { status: 401 });
  const meanwhile = newerThan(stale);
  if (meanwhile) return meanwhile;
  const { access, refresh } = answer;
  const owner = ownerOf(access) ?? stale.owner;
  if (ownerKey(owner) !== ownerKey(stale.owner)) {
    clearTokens();
    throw new ApiError('unauthenticated', { status: 401 });
  }
  storeTokens(answer, owner);
  return { access, refresh, owner, fromOtherTab: false };
}
