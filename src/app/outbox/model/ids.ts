import type { Draft } from '#contract/define-resource.ts';
import { FAMILY, WITHDRAWAL } from '#contract/resource-names.ts';
import type { StoredEntry } from './entry.ts';

/** Call it when the form opens. */
export function newMutationId(): string {
  return crypto.randomUUID();
}

/** Id of a record that the server does not know yet. It is valid wherever a record id is. */
const TEMPORARY = /^new-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function temporaryId(mutationId: string): string {
  return `new-${mutationId}`;
}

export function isTemporaryId(id: unknown): id is string {
  return typeof id === 'string' && TEMPORARY.test(id);
}

export function entityKey(resource: string, recordId: string): string {
  return `${resource}:${recordId}`;
}

/** Decisions about the same two students have the same id, and so are sent in order. */
export const familyPairId = ({ student, other }: Draft): string =>
  [String(student), String(other)].sort().join(' ');

/** An enrolment has one withdrawal at most, which its undo finds by the same id. */
export const withdrawalId = ({ resource, related_record: id }: Draft): string =>
  `${String(resource)} ${String(id)}`;

/** The id of a decision about others is made of their ids, so it changes with them. */
export function recordIdFor(resource: string, recordId: string, body: Draft): string {
  if (resource === FAMILY) return familyPairId(body);
  return resource === WITHDRAWAL ? withdrawalId(body) : recordId;
}

type IdLookup = (temporaryId: string) => string | undefined;

/** Replaces every known temporary id at any depth. Returns the value itself if there is none. */
export function rewriteIds<T>(value: T, lookup: IdLookup): T;
export function rewriteIds(value: unknown, lookup: IdLookup): unknown {
  if (isTemporaryId(value)) return lookup(value) ?? value;
  if (Array.isArray(value)) return value.map((part) => rewriteIds(part, lookup));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rewriteIds(part, lookup)]));
}

export function temporaryIdsIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  rewriteIds(value, (id) => {
    found.add(id);
    return undefined;
  });
  return found;
}

type Rewritten = Pick<StoredEntry, 'operation' | 'body' | 'base' | 'before' | 'referenced' | 'entityKey'>;

export function rewrittenParts(entry: Rewritten, lookup: IdLookup): Rewritten {
  const rewritten = rewriteIds(entry.operation, lookup);
  const body = rewriteIds(entry.body, lookup);
  const operation = { ...rewritten, recordId: recordIdFor(rewritten.resource, rewritten.recordId, body) };
  return {
    operation,
    body,
    ...(entry.base && { base: rewriteIds(entry.base, lookup) }),
    before: rewriteIds(entry.before, lookup),
    referenced: rewriteIds(entry.referenced, lookup),
    entityKey: entityKey(operation.resource, operation.recordId),
  };
}
