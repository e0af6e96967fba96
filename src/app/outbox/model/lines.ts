import type { RecordRow } from '#app/lib/record-row.ts';
import { COLLECTION } from '#contract/resource-names.ts';
import type { OutboxEntry } from './entry.ts';
import { linesOf } from './line-bodies.ts';

/** Returns the temporary id of the record that a line creates: that of its entry with the last byte counted up. */
export const lineId = (recordId: string, index: number): string =>
  recordId.slice(0, -2) +
  ((Number.parseInt(recordId.slice(-2), 16) + index + 1) % 256).toString(16).padStart(2, '0');

/** Returns the temporary ids of all records that a create makes: its own, and those of its lines. */
export const createdIds = (entry: Pick<OutboxEntry, 'operation' | 'body'>): readonly string[] => [
  entry.operation.recordId,
  ...linesOf(entry).map((_, index) => lineId(entry.operation.recordId, index)),
];

/** Returns the server's records of the lines, in their order, from the answer to the whole. */
export function lineResults(result: RecordRow | undefined): readonly RecordRow[] {
  return Array.isArray(result?.payments) ? result.payments : [];
}

/** Names what was picked for a line, among the picked records of its entry. */
export const pickedName = (index: number): string => `${COLLECTION}.${index}`;

function lineEntries(entry: OutboxEntry): readonly OutboxEntry[] {
  const lines = linesOf(entry);
  if (lines.length === 0) return [entry];
  const results = lineResults(entry.result);
  return lines.map(({ resource, body }, index) => {
    const recordId = lineId(entry.operation.recordId, index);
    const picked = entry.referenced[pickedName(index)];
    return {
      ...entry,
      operation: { resource, kind: 'create', recordId },
      entityKey: `${resource}:${recordId}`,
      body,
      referenced: picked ? ({ related_record: picked } as Record<string, RecordRow>) : {},
      ...(entry.result && { result: results[index] }),
    };
  });
}

/**
 * Returns entries with one for each line in place of an entry with lines, so that lists, accounts and figures
 * need not know that several records were written at once. Their ids stay that of the one entry.
 */
export const withLines = (entries: readonly OutboxEntry[]): readonly OutboxEntry[] =>
  entries.flatMap(lineEntries);
