import { isResourceName } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';
import type { OutboxEntry } from './entry.ts';
import { entityKey } from './ids.ts';

function lineEntries(entry: OutboxEntry): readonly OutboxEntry[] {
  const known = writeOf(entry.operation.resource)?.records?.(entry);
  if (!known) return [entry];
  const { expected: _expected, result: _result, before: _before, records = [], ...shared } = entry;
  const answers = new Map(
    records.map(({ resource, record }) => [entityKey(resource, record.id), { resource, record }]),
  );
  const lines = known.map(({ operation, before, ...line }) => {
    const key = entityKey(operation.resource, operation.recordId);
    const result = answers.get(key)?.record;
    answers.delete(key);
    return {
      ...shared,
      ...line,
      ...(before && { before: { ...before, id: operation.recordId } }),
      ...(result && { result }),
      operation,
      entityKey: key,
      referenced: line.referenced ?? shared.referenced,
    };
  });
  // A record that it has changed is as it was answered: no amount of it is added to a sum.
  const changed = [...answers.values()].flatMap(({ resource, record }) => {
    if (!isResourceName(resource)) return [];
    const operation = { resource, kind: 'update' as const, recordId: record.id };
    const own = { body: {}, base: {}, before: record, result: record };
    return [{ ...shared, ...own, operation, entityKey: entityKey(resource, record.id) }];
  });
  return [...lines, ...changed];
}

/**
 * Replaces a write of several records by one entry for each, so that lists, accounts and figures need not know that
 * they were written at once. They keep the id of the one entry.
 */
export const withLines = (entries: readonly OutboxEntry[]): readonly OutboxEntry[] =>
  entries.flatMap(lineEntries);
