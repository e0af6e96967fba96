import { writeOf } from '#contract/writes/registry.ts';
import type { OutboxEntry } from './entry.ts';
import { entityKey } from './ids.ts';

function lineEntries(entry: OutboxEntry): readonly OutboxEntry[] {
  const records = writeOf(entry.operation.resource)?.records?.(entry);
  if (!records) return [entry];
  const { expected: _expected, result: _result, before: _before, ...shared } = entry;
  return records.map(({ operation, before, ...line }) => ({
    ...shared,
    ...line,
    ...(before && { before: { ...before, id: operation.recordId } }),
    operation,
    entityKey: entityKey(operation.resource, operation.recordId),
    referenced: line.referenced ?? shared.referenced,
  }));
}

/**
 * Replaces a write of several records by one entry for each, so that lists, accounts and figures need not know that
 * they were written at once. They keep the id of the one entry.
 */
export const withLines = (entries: readonly OutboxEntry[]): readonly OutboxEntry[] =>
  entries.flatMap(lineEntries);
