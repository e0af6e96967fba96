/**
 * Classifies a failed response by what the caller may do next (docs/offline-protocol.md).
 * `transient`: retry later. `unauthenticated`: sign in first. `rejected`: a user must change or drop it.
 */
export type ErrorClass = 'transient' | 'unauthenticated' | 'rejected';

/** Describes a response for its classification. It leaves out the text, because servers change it. */
export interface ResponseFacts {
  readonly status: number;
  /** Whether content type and body are the contract's (JSON in one of the three error shapes). */
  readonly contract: boolean;
  /**
   * Whether it has Retry-After. On a 409 it means that the first request with this key is still running
   * (decision 38).
   */
  readonly retryAfter: boolean;
}

const TRANSIENT_STATUSES = new Set([408, 425, 429]);

/**
 * Classifies an error response. A page of a captive portal, whatever its status, never counts as the
 * server's.
 */
export function errorClass({ status, contract, retryAfter }: ResponseFacts): ErrorClass {
  if (!contract || status < 400 || status >= 500 || TRANSIENT_STATUSES.has(status)) return 'transient';
  if (status === 401) return 'unauthenticated';
  if (status === 409 && retryAfter) return 'transient';
  return 'rejected';
}

/** Returns whether a status proves that the server did not apply the write. */
export function certainlyNotApplied(status: number | undefined): boolean {
  return status === 401 || status === 425 || status === 429;
}

/**
 * Returns whether an attempt failed because the server was not reached. A transient 401 counts: its token
 * refresh got no response.
 */
export function isNetworkFailure(status: number | undefined): boolean {
  return status === undefined || status < 400 || status === 401;
}
