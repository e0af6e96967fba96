import type { FieldProblem } from '#contract/errors.ts';
import { messages } from './texts.en.ts';

/**
 * The next step of the caller (docs/offline-protocol.md). `transient`: retry later. `unauthenticated`: sign in first.
 * `rejected`: a user must change or drop it.
 */
type ErrorClass = 'transient' | 'unauthenticated' | 'rejected';

interface ResponseFacts {
  readonly status: number;
  /** True if content type and body are the contract's: JSON in one of the three error shapes. */
  readonly contract: boolean;
  /**
   * True with a Retry-After header. On a 409 it means that the first request with this key is still running (decision
   * 38).
   */
  readonly retryAfter: boolean;
}

const TRANSIENT_STATUSES = new Set([408, 425, 429]);
/**
 * Refusals of a proxy or gateway because of size. The server itself accepts every entry that a form can hold (fault
 * 67).
 */
const GATEWAY_STATUSES = new Set([413, 414, 431]);

/** A page of a captive portal never counts as the server's, with any status. */
export function errorClass({ status, contract, retryAfter }: ResponseFacts): ErrorClass {
  if (!contract || status < 400 || status >= 500) return 'transient';
  if (TRANSIENT_STATUSES.has(status) || GATEWAY_STATUSES.has(status)) return 'transient';
  if (status === 401) return 'unauthenticated';
  if (status === 409 && retryAfter) return 'transient';
  return 'rejected';
}

/** The status proves that the server did not apply the write. */
export function certainlyNotApplied(status: number | undefined): boolean {
  return status === 401 || status === 425 || status === 429 || GATEWAY_STATUSES.has(status ?? 0);
}

/** The server was not reached. A transient 401 counts too: its token refresh got no response. */
export function isNetworkFailure(status: number | undefined): boolean {
  return status === undefined || status < 400 || status === 401;
}

interface FailureDetails {
  readonly status?: number;
  readonly detail?: string;
  readonly fields?: readonly FieldProblem[];
  readonly retryAfterSeconds?: number;
  readonly answer?: unknown;
}

function defaultMessage(kind: ErrorClass, { status, detail, fields }: FailureDetails): string {
  if (kind === 'unauthenticated') return messages.signInAgain;
  if (kind === 'rejected') {
    return detail ?? fields?.[0]?.message ?? messages.refused({ status });
  }
  if (status === 429) return detail ?? messages.tooManyRequests;
  if (status === undefined || status < 400) return messages.noConnection;
  // The server says that it lacks its database, its disk, or a free place.
  return (status === 503 ? detail : undefined) ?? messages.noAnswer({ status });
}

/** `message` is always a sentence that can be shown to the user. */
export class ApiError extends Error {
  readonly kind: ErrorClass;
  readonly status: number | undefined;
  readonly detail: string | undefined;
  readonly fields: readonly FieldProblem[];
  readonly retryAfterSeconds: number | undefined;
  readonly answer: unknown;

  constructor(kind: ErrorClass, details: FailureDetails = {}, message?: string) {
    super(message ?? defaultMessage(kind, details));
    this.name = 'ApiError';
    this.kind = kind;
    this.status = details.status;
    this.detail = details.detail;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.answer = details.answer;
  }
}

/** The user's role is refused, which trying again never changes. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** A later retry can succeed. Any error that is not an `ApiError` is a defect of the app. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'transient';
}
