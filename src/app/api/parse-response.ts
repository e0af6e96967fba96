import type { z } from 'zod';
import { readErrorBody } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';
import { reportReachable, reportUnreachable } from './connection.ts';
import { errorClass } from './error-class.ts';
import type { RawResponse } from './send-request.ts';

/** Returns the error for a failed response, and reports the connection state that it proves. */
export function parseFailure(response: RawResponse): ApiError {
  const errorBody = response.json ? readErrorBody(response.body) : undefined;
  const kind = errorClass({
    status: response.status,
    contract: errorBody !== undefined,
    retryAfter: response.retryAfterSeconds !== undefined,
  });
  if (errorBody) reportReachable();
  else reportUnreachable();
  return new ApiError(kind, {
    status: response.status,
    detail: errorBody?.detail,
    fields: errorBody?.fields,
    retryAfterSeconds: response.retryAfterSeconds,
    answer: response.body,
  });
}

/**
 * Parses a successful response and reports the connection state that it proves.
 * @throws {ApiError} transient, if it is not the contract's: a captive portal answers 200 as well
 */
export function parseSuccess<S extends z.ZodType>(response: RawResponse, shape: S): z.output<S> {
  const empty = response.status === 204;
  const parsed = response.json || empty ? shape.safeParse(empty ? undefined : response.body) : undefined;
  if (parsed?.success) {
    reportReachable();
    return parsed.data;
  }
  reportUnreachable();
  throw new ApiError('transient', { status: response.status });
}
