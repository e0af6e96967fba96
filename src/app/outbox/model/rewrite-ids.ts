import { entityKey } from './dependencies.ts';
import type { StoredEntry } from './entry.ts';
import { isTemporaryId } from './ids.ts';

/** What the host's ids are for temporary ones. */
export type IdLookup = (temporaryId: string) => string | undefined;

/** A copy with every known temporary id replaced, in whatever depth; the value itself where there is none. */
export function rewriteIds<T>(value: T, lookup: IdLookup): T;
export function rewriteIds(value: unknown, lookup: IdLookup): unknown {
  if (isTemporaryId(value)) return lookup(value) ?? value;
  if (Array.isArray(value)) return value.map((part) => rewriteIds(part, lookup));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rewriteIds(part, lookup)]));
}

type Rewritten = Pick<StoredEntry, 'operation' | 'body' | 'before' | 'referenced' | 'entityKey'>;

/** What changes in a row when the host's ids arrive: its path, its body and its place in the order. */
export function rewrittenParts(row: Rewritten, lookup: IdLookup): Rewritten {
  const operation = rewriteIds(row.operation, lookup);
  return {
    operation,
    body: rewriteIds(row.body, lookup),
    before: rewriteIds(row.before, lookup),
    referenced: rewriteIds(row.referenced, lookup),
    entityKey: entityKey(operation.resource, operation.recordId),
  };
}
