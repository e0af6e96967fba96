import type { z } from 'zod';
import { readErrorBody } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';
import { reportReachable, reportUnreachable } from './connection.ts';
import { errorClass } from './error-class.ts';
import type { RawResponse } from './send-request.ts';

/** Returns the error for a failed response, and reports the connection state that it proves. */
export function parseFailure(answer: RawResponse): ApiError {
  const errorBody = answer.json ? readErrorBody(answer.body) : undefined;
  const kind = errorClass({
    status: answer.status,
    contract: errorBody !== undefined,
    retryAfter: answer.retryAfterSeconds !== undefined,
  });
  if (errorBody) reportReachable();
  else reportUnreachable();
  return new ApiError(kind, {
    status: answer.status,
    detail: errorBody?.detail,
    fields: errorBody?.fields,
    retryAfterSeconds: answer.retryAfterSeconds,
  });
}

/**
 * Parses a successful response and reports the connection state that it proves.
 * @throws {ApiError} transient, if it is not the contract's: a captive portal answers 200 as well
 */
export function parseSuccess<S extends z.ZodType>(answer: RawResponse, shape: S): z.output<S> {
  const empty = answer.status === 204;
  const parsed = answer.json || empty ? shape.safeParse(empty ? undefined : answer.body) : undefined;
  if (parsed?.success) {
    reportReachable();
    return parsed.data;
  }
  reportUnreachable();
  throw new ApiError('transient', { status: answer.status });
}
