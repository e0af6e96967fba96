import type { FieldProblem } from '#contract/errors.ts';
import type { ErrorClass } from './error-class.ts';

interface FailureFacts {
  readonly status?: number;
  readonly detail?: string;
  readonly fields?: readonly FieldProblem[];
  readonly retryAfterSeconds?: number;
}

const NO_ANSWER = 'There is no connection to the server right now. Try again in a moment.';
const SIGN_IN = 'Please sign in again.';

function sentence(kind: ErrorClass, { status, detail, fields }: FailureFacts): string {
  if (kind === 'sign-in') return SIGN_IN;
  if (kind === 'refused') {
    return detail ?? fields?.[0]?.message ?? `The server refused this (${status}). Check it and try again.`;
  }
  if (status === 429) return detail ?? 'The server asks to wait a little. Try again in a minute.';
  if (status === undefined || status < 400) return NO_ANSWER;
  return `The server could not answer (${status}). Try again in a moment.`;
}

/** A call that did not succeed. `message` is always a sentence fit to show. */
export class ApiError extends Error {
  readonly kind: ErrorClass;
  /** Undefined where no answer came at all. */
  readonly status: number | undefined;
  readonly detail: string | undefined;
  readonly fields: readonly FieldProblem[];
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ErrorClass, facts: FailureFacts = {}, message?: string) {
    super(message ?? sentence(kind, facts));
    this.name = 'ApiFailure';
    this.kind = kind;
    this.status = facts.status;
    this.detail = facts.detail;
    this.fields = facts.fields ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** Whether trying again later can help; anything that is no ApiFailure is a fault of our own. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'transient';
}
