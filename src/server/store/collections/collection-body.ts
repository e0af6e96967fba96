import type { z } from 'zod';
import { type CollectionBody, collectionBody } from '#contract/collections.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { inPlainWords } from '#server/store/plain-words.ts';
import { type LineList, type LinePlace, LineProblems, lineLists } from './line-problems.ts';

/** Returns the line that an issue is about; undefined for an issue of the body itself. */
function placeOf({ path: [name, place] }: z.core.$ZodIssue): LinePlace | undefined {
  const list = lineLists.find((one) => one === name);
  return list && typeof place === 'number' ? { list, place } : undefined;
}

const problemAt = (part: PropertyKey | undefined, message: string): FieldProblem => ({
  field: part === undefined ? 'non_field_errors' : String(part),
  message,
});

/** Counts the lines that a body names, or of which something is wrong. */
function countLines(body: unknown, list: LineList, issues: readonly z.core.$ZodIssue[]): number {
  const lines: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, list) : undefined;
  const places = issues.map(placeOf).flatMap((at) => (at?.list === list ? [at.place + 1] : []));
  return Math.max(0, ...places, Array.isArray(lines) ? lines.length : 0);
}

/** Parses the body of a collection. @throws {HttpError} 400 with a message at each wrong field and line */
export function parseCollection(body: unknown): CollectionBody {
  const parsed = collectionBody.safeParse(body ?? {}, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const [payments, records] = [countLines(body, 'payments', issues), countLines(body, 'records', issues)];
  const problems = new LineProblems({ payments, records });
  const others: FieldProblem[] = [];
  for (const issue of issues) {
    const place = placeOf(issue);
    if (place) problems.add(place, [problemAt(issue.path[2], issue.message)]);
    else others.push(problemAt(issue.path[0], issue.message));
  }
  problems.assertNone(others);
  throw parsed.error;
}
