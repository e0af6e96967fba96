import type { FieldProblem } from '#contract/errors.ts';
import type { ErrorClass } from './error-class.ts';

interface FailureDetails {
  readonly status?: number;
  readonly detail?: string;
  readonly fields?: readonly FieldProblem[];
  readonly retryAfterSeconds?: number;
}

const NO_CONNECTION_MESSAGE = 'There is no connection to the server right now. Try again in a moment.';
const SIGN_IN_MESSAGE = 'Please sign in again.';

function defaultMessage(kind: ErrorClass, { status, detail, fields }: FailureDetails): string {
  if (kind === 'unauthenticated') return SIGN_IN_MESSAGE;
  if (kind === 'rejected') {
    return detail ?? fields?.[0]?.message ?? `The server refused this (${status}). Check it and try again.`;
  }
  if (status === 429) return detail ?? 'The server asks to wait a little. Try again in a minute.';
  if (status === undefined || status < 400) return NO_CONNECTION_MESSAGE;
  return `The server could not answer (${status}). Try again in a moment.`;
}

/** Reports a failed API call. `message` is always a sentence that can be shown to the user. */
export class ApiError extends Error {
  readonly kind: ErrorClass;
  /** Undefined when no response arrived. */
  readonly status: number | undefined;
  readonly detail: string | undefined;
  readonly fields: readonly FieldProblem[];
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ErrorClass, details: FailureDetails = {}, message?: string) {
    super(message ?? defaultMessage(kind, details));
    this.name = 'ApiError';
    this.kind = kind;
    this.status = details.status;
    this.detail = details.detail;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** Returns whether a later retry can succeed. Any error that is not an `ApiError` is a defect of the app. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'transient';
}
