import { z } from 'zod';

/**
 * The only three shapes in which a server says no (decision 1, specification sections 7 and 8):
 * `{detail}`, `{non_field_errors: [..]}`, or `{field: ["message", ..]}`.
 */
export const errorBody = z.union([
  z.record(z.string(), z.union([z.array(z.string()), z.string()])),
  z.object({ detail: z.string() }),
]);

export type ErrorBody = { detail: string } | Record<string, string[]>;

/** A message about one field, as forms show it and servers send it. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** What an error answer says, taken apart: a sentence about the whole, and messages for fields. */
export interface ErrorReading {
  readonly detail: string | undefined;
  readonly fields: readonly FieldProblem[];
}

/** Makes the body that names the fields at fault. */
export function fieldErrors(problems: readonly FieldProblem[]): Record<string, string[]> {
  const messages = new Map<string, string[]>();
  for (const { field, message } of problems) {
    messages.set(field, [...(messages.get(field) ?? []), message]);
  }
  return Object.fromEntries(messages);
}

/** Reads any of the three shapes; undefined when the body is none of them (not the contract's server). */
export function readErrorBody(body: unknown): ErrorReading | undefined {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return undefined;
  let detail: string | undefined;
  const fields: FieldProblem[] = [];
  for (const [field, said] of Object.entries(parsed.data)) {
    const messages = typeof said === 'string' ? [said] : said;
    if (field === 'detail' || field === 'non_field_errors') detail ??= messages[0];
    else fields.push(...messages.map((message) => ({ field, message })));
  }
  return { detail, fields };
}

/** Zod's issues as messages for the top-level fields they stand at. */
export function problemsOf(error: z.ZodError): FieldProblem[] {
  return error.issues.map((issue) => ({
    field: issue.path.length > 0 ? String(issue.path[0]) : 'non_field_errors',
    message: issue.message,
  }));
}
