import type { z } from 'zod';
import { type CollectionBody, collectionBody } from '#contract/collections.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { inPlainWords } from '#server/store/plain-words.ts';
import { LINES, LineProblems } from './line-problems.ts';

function isOfLine({ path }: z.core.$ZodIssue): boolean {
  return path[0] === LINES && typeof path[1] === 'number';
}

const problemAt = (part: PropertyKey | undefined, message: string): FieldProblem => ({
  field: part === undefined ? 'non_field_errors' : String(part),
  message,
});

/** Parses the body of a collection. @throws {HttpError} 400 with a message at each wrong field and line */
export function parseCollection(body: unknown): CollectionBody {
  const parsed = collectionBody.safeParse(body ?? {}, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const last = Math.max(-1, ...issues.filter(isOfLine).map(({ path }) => Number(path[1])));
  const lines = typeof body === 'object' && body !== null && LINES in body ? body[LINES] : [];
  const problems = new LineProblems(Math.max(last + 1, Array.isArray(lines) ? lines.length : 0));
  for (const { path, message } of issues.filter(isOfLine))
    problems.add(Number(path[1]), [problemAt(path[2], message)]);
  problems.assertNone(
    issues.filter((one) => !isOfLine(one)).map((one) => problemAt(one.path[0], one.message)),
  );
  throw parsed.error;
}
