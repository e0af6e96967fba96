import { z } from 'zod';
import type { Problem } from './problems.ts';

/** Errors of a field that holds lines: an object for each line in order, empty for a correct line (decision 53). */
const lineErrors = z.array(z.record(z.string(), z.array(z.string())));

/**
 * Shapes of an error response (decision 1; specification, sections 7 and 8): `{detail}`, `{non_field_errors: [..]}`,
 * `{field: ["message", ..]}`, or `{field: [{}, {field: ["message", ..]}]}` for a field that holds lines.
 */
export const errorBody = z.union([
  z.record(z.string(), z.union([z.array(z.string()), z.string(), lineErrors])),
  z.object({ detail: z.string() }),
]);

/** Our server adds `problems` with the facts that it saw (`problems.ts`). */
export type ErrorBody =
  | { detail: string; problems?: readonly Problem[] }
  | Record<string, string[] | z.output<typeof lineErrors> | readonly Problem[]>;

export const WHOLE = 'non_field_errors';

export interface FieldProblem {
  /** For a line `payments.1.paid_amount`, counted from 0. */
  readonly field: string;
  readonly message: string;
}

export interface ErrorReading {
  readonly detail: string | undefined;
  readonly fields: readonly FieldProblem[];
}

export function fieldErrors(problems: readonly FieldProblem[]): Record<string, string[]> {
  const messages = new Map<string, string[]>();
  for (const { field, message } of problems) {
    messages.set(field, [...(messages.get(field) ?? []), message]);
  }
  return Object.fromEntries(messages);
}

function problemsOfLine(line: string, errors: Readonly<Record<string, readonly string[]>>): FieldProblem[] {
  return Object.entries(errors).flatMap(([field, sentences]) =>
    sentences.map((message) => ({ field: `${line}.${field}`, message })),
  );
}

function withoutFacts(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('problems' in body)) return body;
  const { problems: _, ...shape } = body;
  return shape;
}

/** Undefined when the body has none of the shapes (another server). */
export function readErrorBody(body: unknown): ErrorReading | undefined {
  const parsed = errorBody.safeParse(withoutFacts(body));
  if (!parsed.success) return undefined;
  let detail: string | undefined;
  const fields: FieldProblem[] = [];
  for (const [field, sentences] of Object.entries(parsed.data)) {
    const messages = typeof sentences === 'string' ? [sentences] : sentences;
    for (const [index, message] of messages.entries()) {
      if (typeof message !== 'string') fields.push(...problemsOfLine(`${field}.${index}`, message));
      else if (field !== 'detail' && field !== WHOLE) fields.push({ field, message });
      else detail ??= message;
    }
  }
  return { detail, fields };
}

export function problemsOf(error: z.ZodError): FieldProblem[] {
  return error.issues.map((issue) => ({
    field: issue.path.length > 0 ? String(issue.path[0]) : WHOLE,
    message: issue.message,
  }));
}
