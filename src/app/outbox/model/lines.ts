import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft } from '#contract/define-resource.ts';
import { COLLECTION } from '#contract/resource-names.ts';
import { linesOf, type OutboxEntry } from './entry.ts';

/** Returns the temporary id of the record that a line creates: that of its entry with the last byte counted up. */
export const lineId = (recordId: string, index: number): string =>
  recordId.slice(0, -2) +
  ((Number.parseInt(recordId.slice(-2), 16) + index + 1) % 256).toString(16).padStart(2, '0');

/** Returns the temporary ids of all records that a create makes: its own, and those of its lines. */
export const createdIds = (entry: Pick<OutboxEntry, 'operation' | 'body'>): readonly string[] => [
  entry.operation.recordId,
  ...linesOf(entry).map((_, index) => lineId(entry.operation.recordId, index)),
];

const rowsIn = (value: unknown): readonly RecordRow[] => (Array.isArray(value) ? value : []);

/** Returns the server's records of the lines, in their order, from the answer to the whole. */
export function lineResults(result: RecordRow | undefined): readonly RecordRow[] {
  return [...rowsIn(result?.records), ...rowsIn(result?.payments)];
}

/**
 * Names what was picked for a line, among the picked records of its entry: the debt, or with a field what a new
 * record refers to.
 */
export const pickedName = (index: number, field?: string): string =>
  [COLLECTION, index, ...(field === undefined ? [] : [field])].join('.');

/** Names the student who pays, among the picked records of a collection (decision 142). */
export const PAYER = 'payer';

/**
 * Names what the family owes after a collection, decimal text, among its optimistic values: for the receipt that is
 * printed before the answer.
 */
export const FAMILY_REMAINING = 'family_remaining';

/** Returns what was picked for the fields of a line. */
function pickedOf({ referenced }: OutboxEntry, index: number): Record<string, RecordRow> {
  const debt = referenced[pickedName(index)];
  const prefix = pickedName(index, '');
  const fields = Object.entries(referenced).flatMap(([name, record]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), record] as const] : [],
  );
  return { ...Object.fromEntries(fields), ...(debt && { related_record: debt }) };
}

/** Returns the optimistic values of a line, which stand under its name among those of its entry. */
function expectedOf({ expected }: OutboxEntry, index: number): { readonly expected?: Draft } {
  const own = expected?.[pickedName(index)];
  return typeof own === 'object' && own !== null ? { expected: { ...own } } : {};
}

function lineEntries(entry: OutboxEntry): readonly OutboxEntry[] {
  const lines = linesOf(entry);
  if (lines.length === 0) return [entry];
  const results = lineResults(entry.result);
  const { expected: _, ...whole } = entry;
  return lines.map(({ resource, body }, index) => {
    const recordId = lineId(entry.operation.recordId, index);
    return {
      ...whole,
      ...expectedOf(entry, index),
      operation: { resource, kind: 'create', recordId },
      entityKey: `${resource}:${recordId}`,
      body,
      referenced: pickedOf(entry, index),
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
