/** What an answer that is not a success means for the write or read that got it (offline design, Errors). */
export type ErrorClass = 'transient' | 'sign-in' | 'refused';

/** What is known of an answer. Never its words: hosts change those. */
export interface ResponseFacts {
  readonly status: number;
  /** Its content type and body are the contract's (JSON in one of the three error shapes). */
  readonly contract: boolean;
  /** It carries Retry-After: a 409 with it says "the first write with this key is under way" (decision 38). */
  readonly retryAfter: boolean;
}

const AGAIN = new Set([408, 425, 429]);

/** Sorts an error answer. A page of a captive portal, whatever its status, is never the host's word. */
export function errorClass({ status, contract, retryAfter }: ResponseFacts): ErrorClass {
  if (!contract || status < 400 || status >= 500 || AGAIN.has(status)) return 'transient';
  if (status === 401) return 'sign-in';
  if (status === 409 && retryAfter) return 'transient';
  return 'refused';
}

/** Whether a status says for certain that the host did not carry out the write. */
export function certainlyNotApplied(status: number | undefined): boolean {
  return status === 401 || status === 425 || status === 429;
}

/** Whether a try failed for want of the host, and not because the host asked to wait. */
export function isNetworkFailure(status: number | undefined): boolean {
  return status === undefined || status < 400 || status === 401;
}
