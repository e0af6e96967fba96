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

/**
 * Parses a request's body; no body is an empty one.
 * @throws {Refusal} 400 with a message at each field that is wrong
 */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {});
  if (!parsed.success) throw badFields(problemsOf(parsed.error));
  return parsed.data;
}

/** The whole body that creates what this form writes. */
export function parseCreate(form: FormDefinition, body: unknown): Draft {
  return parseBody(createBody(form), body);
}

/** The fields that a PATCH names; the others stay (decision 33). */
export function parsePatch(form: FormDefinition, body: unknown): Draft {
  return parseBody(patchBody(form), body);
}

/**
 * Checks the fields of a record against each other.
 * @throws {Refusal} 400 at the fields at fault
 */
export function assertRules(form: FormDefinition, merged: Draft): void {
  const problems = violatedRules(form, merged);
  if (problems.length > 0) throw badFields(problems);
}
