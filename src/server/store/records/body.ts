import type { z } from 'zod';
import {
  createBody,
  type Draft,
  type FormDefinition,
  patchBody,
  violatedRules,
} from '#contract/define-resource.ts';
import { problemsOf } from '#contract/errors.ts';
import { badFields } from '#server/store/http-error.ts';
import { inPlainWords } from '#server/store/plain-words.ts';

/**
 * Parses a request body; a missing body counts as an empty object.
 * @throws {HttpError} 400 with a message at each invalid field
 */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {}, { error: inPlainWords });
  if (!parsed.success) throw badFields(problemsOf(parsed.error));
  return parsed.data;
}

/** Parses the complete body of a create request for this form. */
export function parseCreate(form: FormDefinition, body: unknown): Draft {
  return parseBody(createBody(form), body);
}

/** Parses the fields present in a PATCH body; absent fields stay unchanged (decision 33). */
export function parsePatch(form: FormDefinition, body: unknown): Draft {
  return parseBody(patchBody(form), body);
}

/**
 * Checks the rules that span several fields of a record.
 * @throws {HttpError} 400 at the invalid fields
 */
export function assertRules(form: FormDefinition, merged: Draft): void {
  const problems = violatedRules(form, merged);
  if (problems.length > 0) throw badFields(problems);
}
