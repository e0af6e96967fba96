import { ApiError } from '#app/api/api-error.ts';
import { retryAfterSeconds } from '#app/api/backoff.ts';
import { reportReachable } from '#app/api/connection.ts';
import { refreshSession } from '#app/api/refresh-session.ts';
import { API_BASE } from '#app/api/send-request.ts';
import { currentSession, type Owner, ownerKey, type Session } from '#app/api/session.ts';
import { paths } from '#contract/http.ts';

function fetchStream(access: string, since: string | undefined, signal: AbortSignal): Promise<Response> {
  const query = since === undefined ? '' : `?${new URLSearchParams({ since })}`;
  return fetch(`${API_BASE}${paths.events}${query}`, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${access}` },
    redirect: 'error',
    cache: 'no-store',
    credentials: 'omit',
    signal,
  });
}

/** Returns the stored session of this owner. @throws {ApiError} unauthenticated, when it is another one */
function sessionOf(owner: Owner): Session {
  const session = currentSession();
  if (!session || ownerKey(session.owner) !== ownerKey(owner)) throw new ApiError('unauthenticated');
  return session;
}

/**
 * Opens the stream of the branch's changes. The token is in a header, never in the address; it is refreshed once.
 * @param since the last version that this device knows
 * @throws {ApiError} when the answer is no stream, with its Retry-After
 * @throws {TypeError} when no answer arrived
 */
export async function openStream(
  owner: Owner,
  since: string | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const session = sessionOf(owner);
  let response = await fetchStream(session.access, since, signal);
  if (response.status === 401) {
    const refreshed = await refreshSession(session);
    response = await fetchStream(refreshed.access, since, signal);
  }
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
  if (response.ok && isStream && response.body && !response.redirected) {
    reportReachable();
    return response.body;
  }
  void response.body?.cancel().catch(() => undefined);
  throw new ApiError('transient', {
    status: response.status,
    retryAfterSeconds: retryAfterSeconds(response.headers.get('Retry-After'), Date.now()),
  });
}
