import type { FieldProblem } from '#contract/errors.ts';
import type { ErrorClass } from './error-class.ts';
import { messages } from './texts.en.ts';

interface FailureDetails {
  readonly status?: number;
  readonly detail?: string;
  readonly fields?: readonly FieldProblem[];
  readonly retryAfterSeconds?: number;
  /** The parsed JSON of the response. */
  readonly answer?: unknown;
}

function defaultMessage(kind: ErrorClass, { status, detail, fields }: FailureDetails): string {
  if (kind === 'unauthenticated') return messages.signInAgain;
  if (kind === 'rejected') {
    return detail ?? fields?.[0]?.message ?? messages.refused({ status });
  }
  if (status === 429) return detail ?? messages.tooManyRequests;
  if (status === undefined || status < 400) return messages.noConnection;
  // The server says what it lacks: its database, its disk, or a free place.
  return (status === 503 ? detail : undefined) ?? messages.noAnswer({ status });
}

/** Reports a failed API call. `message` is always a sentence that can be shown to the user. */
export class ApiError extends Error {
  readonly kind: ErrorClass;
  /** Undefined when no response arrived. */
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

/** Returns whether the user's role is refused, which trying again never changes. */
export const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** Returns whether a later retry can succeed. Any error that is not an `ApiError` is a defect of the app. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'transient';
}
