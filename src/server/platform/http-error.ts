import type { FieldConflicts } from '#contract/change.ts';
import { type ErrorBody, type FieldProblem, fieldErrors } from '#contract/errors.ts';
import { translate } from '#contract/messages.ts';
import { messages } from '#server/messages/store.ts';

/** Represents a rejected request: status and body in a contract shape (decisions 1 and 34). */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body =
      'detail' in body && typeof body.detail === 'string'
        ? { ...body, detail: translate(body.detail) }
        : body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Holds the answer to a change or delete of a record that changed meanwhile (decision 41). */
export interface ChangedMeanwhile {
  readonly detail: string;
  readonly conflicts?: FieldConflicts;
  /** The record as it is stored. */
  readonly current: object;
}

/**
 * Represents a change or delete upon a record that changed meanwhile: 409 with conflicts, or 412. It is thrown before anything is
 * written, and stored with the key, so that a retry gets the same answer (decisions 4 and 41).
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

/** Creates a 404, also for records of other branches (decision 24). */
export function notFound(detail = messages.notFound): HttpError {
  return new HttpError(404, { detail });
}

/** Creates a 403 for a user who lacks a permission (decision 46). */
export function forbidden(detail: string): HttpError {
  return new HttpError(403, { detail });
}

export function conflict(detail: string): HttpError {
  return new HttpError(409, { detail });
}
