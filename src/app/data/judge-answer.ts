import type { z } from 'zod';
import { errorClass } from '#app/outbox/error-class.ts';
import { readErrorBody } from '#contract/errors.ts';
import { ApiFailure } from './api-failure.ts';
import { answered, unanswered } from './connection.ts';
import type { Answer } from './send-request.ts';

/** What an error answer means, as the failure to throw. Also tells the connection what was learnt of it. */
export function failureOf(answer: Answer): ApiFailure {
  const reading = answer.json ? readErrorBody(answer.body) : undefined;
  const kind = errorClass({
    status: answer.status,
    contract: reading !== undefined,
    retryAfter: answer.retryAfterSeconds !== undefined,
  });
  if (reading) answered();
  else unanswered();
  return new ApiFailure(kind, {
    status: answer.status,
    detail: reading?.detail,
    fields: reading?.fields,
    retryAfterSeconds: answer.retryAfterSeconds,
  });
}

/**
 * Reads a success as the contract has it.
 * @throws {ApiFailure} transient, when it is not the contract's: a captive portal answers 200 as well
 */
export function successOf<S extends z.ZodType>(answer: Answer, shape: S): z.output<S> {
  const empty = answer.status === 204;
  const parsed = answer.json || empty ? shape.safeParse(empty ? undefined : answer.body) : undefined;
  if (parsed?.success) {
    answered();
    return parsed.data;
  }
  unanswered();
  throw new ApiFailure('transient', { status: answer.status });
}
