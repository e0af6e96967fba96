import { type ErrorBody, type FieldProblem, fieldErrors } from '#contract/errors.ts';

/** A request that the server says no to, in one of the contract's shapes (decisions 1 and 34). */
export class HttpError extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 400 at one field: the value is wrong in itself. */
export function badField(field: string, message: string): HttpError {
  return badFields([{ field, message }]);
}

/** 400 at the fields named. */
export function badFields(problems: readonly FieldProblem[]): HttpError {
  return new HttpError(400, fieldErrors(problems));
}

/** 404: not there, or another branch's, which is the same (decision 24). */
export function notFound(detail = 'Not found.'): HttpError {
  return new HttpError(404, { detail });
}

/** 409: it clashes with what is stored. */
export function conflict(detail: string): HttpError {
  return new HttpError(409, { detail });
}
