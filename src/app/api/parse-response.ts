import type { z } from 'zod';
import { readErrorBody } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';
import { reportReachable, reportUnreachable } from './connection.ts';
import { errorClass } from './error-class.ts';
import type { RawResponse } from './send-request.ts';

/** What an error answer means, as the failure to throw. Also tells the connection what was learnt of it. */
export function parseFailure(answer: RawResponse): ApiError {
  const reading = answer.json ? readErrorBody(answer.body) : undefined;
  const kind = errorClass({
    status: answer.status,
    contract: reading !== undefined,
    retryAfter: answer.retryAfterSeconds !== undefined,
  });
  if (reading) reportReachable();
  else reportUnreachable();
  return new ApiError(kind, {
    status: answer.status,
    detail: reading?.detail,
    fields: reading?.fields,
    retryAfterSeconds: answer.retryAfterSeconds,
  });
}

/**
 * Reads a success as the contract has it.
 * @throws {ApiError} transient, when it is not the contract's: a captive portal answers 200 as well
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
