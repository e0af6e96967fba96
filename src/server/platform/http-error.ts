import type { FieldConflicts } from '#contract/change.ts';
import { type ErrorBody, fieldErrors, WHOLE } from '#contract/errors.ts';
import type { Problem, ProblemFacts } from '#contract/problems.ts';
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
  readonly problems?: readonly Problem[];
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

function withFacts(all: readonly Problem[]): { problems?: readonly Problem[] } {
  const problems = all.filter(({ code }) => code !== undefined);
  return problems.length > 0 ? { problems } : {};
}

export function badField(field: string, message: string, facts: Partial<ProblemFacts> = {}): HttpError {
  return badFields([{ field, message, ...facts }]);
}

export function badFields(problems: readonly Problem[]): HttpError {
  return new HttpError(400, { ...fieldErrors(problems), ...withFacts(problems) });
}

function refused(status: number, detail: string, facts: ProblemFacts | undefined): HttpError {
  return new HttpError(status, {
    detail,
    ...(facts && withFacts([{ field: WHOLE, message: detail, ...facts }])),
  });
}

/** Also for records of other branches (decision 24). */
export function notFound(detail = messages.notFound): HttpError {
  return new HttpError(404, { detail });
}

/** The record that a write changes or deletes. */
export const deletedMeanwhile = (): HttpError => refused(404, messages.notFound, { code: 'deleted' });

export function forbidden(detail: string): HttpError {
  return new HttpError(403, { detail });
}

/** The user lacks a permission, and a manager may approve the write (decision 46). */
export const needsApproval = (detail: string): HttpError => refused(403, detail, { code: 'needs-approval' });

export const conflict = (detail: string, facts?: ProblemFacts): HttpError => refused(409, detail, facts);
