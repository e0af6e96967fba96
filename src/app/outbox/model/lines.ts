import { z } from 'zod';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft } from '#contract/define-resource.ts';
import { partId } from '#contract/ids.ts';
import { formatDecimal, readPiastres } from '#contract/money.ts';
import { COLLECTION, type ResourceName } from '#contract/resource-names.ts';
import { splitOverTenders, type Tender } from '#contract/rules/tenders.ts';
import { writeOf } from '#contract/writes/registry.ts';
import { linesOf, type OutboxEntry } from './entry.ts';
import { entityKey } from './ids.ts';

const readTenders = z
  .array(
    z.object({ payment_method: z.string(), payment_reference: z.string().nullish(), amount: z.string() }),
  )
  .catch([]);

/** A line, or a piece of one, with the place of its line. */
interface Piece {
  readonly resource: ResourceName;
  readonly body: Draft;
  readonly place: number;
}

/**
 * Splits lines over what was tendered, as the server does (decision 130): the first pieces stand in the order of the
 * lines, later ones follow. A later piece of a new record is an installment of it.
 */
function piecesOf(entry: Pick<OutboxEntry, 'operation' | 'body'>): readonly Piece[] {
  const lines = linesOf(entry);
  if (lines.length === 0) return [];
  const whole = lines.map((line, place): Piece => ({ ...line, place }));
  const tenders = readTenders.parse(entry.body.tenders ?? []).map(
    ({ amount, payment_reference = null, ...tender }): Tender => ({
      ...tender,
      payment_reference,
      amount: readPiastres(amount) ?? 0n,
    }),
  );
  if (tenders.length === 0) return whole;
  const paid = lines.map(({ body }) => readPiastres(body.paid_amount) ?? 0n);
  const pieces = splitOverTenders(paid, tenders);
  const pieceOf = (line: Piece, { amount, ...how }: Tender): Piece => ({
    ...line,
    body: { ...line.body, ...how, paid_amount: formatDecimal(amount) },
  });
  const first = whole.map((line) => {
    const piece = pieces[line.place]?.[0];
    return piece ? pieceOf(line, piece) : line;
  });
  const later = whole.flatMap((line) =>
    (pieces[line.place] ?? []).slice(1).map((piece) => {
      const { receipt_number, custom_date, notes } = line.body;
      const paper = { is_installment: true, receipt_number, custom_date, notes };
      const isNew = line.body.is_installment !== true;
      const related = partId(entry.operation.recordId, line.place);
      return pieceOf(isNew ? { ...line, body: { ...paper, related_record: related } } : line, piece);
    }),
  );
  return [...first, ...later];
}

const rowsIn = (value: unknown): readonly RecordRow[] => (Array.isArray(value) ? value : []);

const lineResults = (result: RecordRow | undefined): readonly RecordRow[] => [
  ...rowsIn(result?.records),
  ...rowsIn(result?.payments),
];

/**
 * Key in `referenced` of an entry with lines: for the debt of a line or, with a field, the record that a new line
 * refers to.
 */
export const pickedName = (index: number, field?: string): string =>
  [COLLECTION, index, ...(field === undefined ? [] : [field])].join('.');

/** Key in `referenced` for the student who pays a collection (decision 142). */
export const PAYER = 'payer';

/**
 * Key in `expected` for the debt of the family after a collection, decimal text. It is printed on a receipt before the
 * server answers.
 */
export const FAMILY_REMAINING = 'family_remaining';

function pickedOf({ referenced }: OutboxEntry, index: number): Record<string, RecordRow> {
  const debt = referenced[pickedName(index)];
  const prefix = pickedName(index, '');
  const fields = Object.entries(referenced).flatMap(([name, record]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), record] as const] : [],
  );
  return { ...Object.fromEntries(fields), ...(debt && { related_record: debt }) };
}

function expectedOf({ expected }: OutboxEntry, index: number): { readonly expected?: Draft } {
  const own = expected?.[pickedName(index)];
  return typeof own === 'object' && own !== null ? { expected: { ...own } } : {};
}

function lineEntries(entry: OutboxEntry): readonly OutboxEntry[] {
  const records = writeOf(entry.operation.resource)?.records?.(entry);
  if (records) {
    const { expected: _expected, result: _result, before: _before, ...shared } = entry;
    return records.map(({ operation, before, ...own }) => ({
      ...shared,
      ...own,
      ...(before && { before: { ...before, id: operation.recordId } }),
      operation,
      entityKey: entityKey(operation.resource, operation.recordId),
      referenced: own.referenced ?? shared.referenced,
    }));
  }
  const lines = piecesOf(entry);
  if (lines.length === 0) return [entry];
  const results = lineResults(entry.result);
  const { expected: _, ...whole } = entry;
  return lines.map(({ resource, body, place }, index) => {
    const recordId = partId(entry.operation.recordId, index);
    return {
      ...whole,
      ...(index === place && expectedOf(entry, index)),
      operation: { resource, kind: 'create', recordId },
      entityKey: entityKey(resource, recordId),
      body,
      referenced: pickedOf(entry, place),
      ...(entry.result && { result: results[index] }),
    };
  });
}

/**
 * Replaces an entry with lines by one entry for each line, so that lists, accounts and figures need not know that
 * several records were written at once. They keep the id of the one entry.
 */
export const withLines = (entries: readonly OutboxEntry[]): readonly OutboxEntry[] =>
  entries.flatMap(lineEntries);
