import type { FieldConflicts } from '#contract/change.ts';
import { type ErrorBody, type FieldProblem, fieldErrors } from '#contract/errors.ts';
import { messages } from '#server/messages/store.en.ts';

/** The body has a contract shape (decisions 1 and 34). */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Decision 41. */
export interface ChangedMeanwhile {
  readonly detail: string;
  readonly conflicts?: FieldConflicts;
  readonly current: object;
}

/**
 * 409 with conflicts, or 412. Thrown before anything is written, and stored with the key, so that a retry gets the same
 * answer (decisions 4 and 41).
 */
export class ChangedMeanwhileError extends HttpError {
  // biome-ignore lint/complexity/noUselessConstructor: it narrows the parameters
  constructor(status: 409 | 412, body: ChangedMeanwhile) {
    super(status, body);
  }
}

export function badField(field: string, message: string): HttpError {
  return badFields([{ field, message }]);
}

export function badFields(problems: readonly FieldProblem[]): HttpError {
  return new HttpError(400, fieldErrors(problems));
}

/** Also for records of other branches (decision 24). */
export function notFound(detail = messages.notFound): HttpError {
  return new HttpError(404, { detail });
}

/** The user lacks a permission (decision 46). */
export function forbidden(detail: string): HttpError {
  return new HttpError(403, { detail });
}

export function conflict(detail: string): HttpError {
  return new HttpError(409, { detail });
}
