import { z } from 'zod';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft } from '#contract/define-resource.ts';
import { partId } from '#contract/ids.ts';
import { formatDecimal, readPiastres } from '#contract/money.ts';
import { BOOK_RETURN, COLLECTION, type ResourceName, WITHDRAWAL } from '#contract/resource-names.ts';
import { splitOverTenders, type Tender } from '#contract/rules/tenders.ts';
import { linesOf, type OutboxEntry } from './entry.ts';
import {
  FOLLOWING,
  followingIn,
  isUndoable,
  paidBackFor,
  REFUND,
  refundsOf,
  withdrawalIn,
} from './given-back.ts';
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

const asRow = (value: unknown): RecordRow | undefined =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    ? { ...value, id: value.id }
    : undefined;

/** The enrolment that a transfer has made, else the records of a collection. */
function lineResults(result: RecordRow | undefined): readonly RecordRow[] {
  const following = asRow(result?.enrolment);
  if (following) return [following];
  return [...rowsIn(result?.records), ...rowsIn(result?.payments)];
}

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

/** The enrolment that was left, or the payout, as the server answered it. */
const leftIn = ({ operation, result }: OutboxEntry): RecordRow | undefined =>
  isUndoable(operation.resource) ? result : asRow(result?.withdrawn);

/**
 * A withdrawal, a return of books or its undo, with the refunds that it makes or takes back and the enrolment that was
 * left, as the server has answered it. Of a transfer also the enrolment that follows.
 */
function withdrawalLines(entry: OutboxEntry): readonly OutboxEntry[] | undefined {
  const paidFor = paidBackFor(entry);
  const withdrawal = withdrawalIn(entry);
  if (!paidFor || !withdrawal) return undefined;
  const { operation, referenced } = entry;
  const { expected: _, result: _whole, before: _before, ...whole } = entry;
  const { resource, id: left } = paidFor;
  const lineOf = (name: string, kind: 'create' | 'update', recordId: string, body: Draft): OutboxEntry => ({
    ...whole,
    operation: { resource: name, kind, recordId },
    entityKey: entityKey(name, recordId),
    body,
  });
  const names = { resource, related_record: left };
  const own =
    operation.resource === BOOK_RETURN
      ? { ...whole, ...(entry.expected && { expected: entry.expected }) }
      : lineOf(WITHDRAWAL, 'create', operation.recordId, { ...withdrawal, ...names });
  const answered = leftIn(entry);
  // What the server has answered is how the record is since then: no amount of this line is added to a sum.
  const known = answered
    ? [{ ...lineOf(resource, 'update', left, {}), base: {}, before: answered, result: answered }]
    : [];
  if (operation.kind === 'delete' && operation.resource === BOOK_RETURN) return [own, ...known];
  if (operation.kind === 'delete') {
    const { expected = {} } = entry;
    const amount = readPiastres(expected.refunded) ?? 0n;
    const paidOut = typeof expected.refund === 'string' ? expected.refund : undefined;
    const refund = lineOf(REFUND, 'create', paidOut ?? partId(operation.recordId, 1), {});
    const takenBack: OutboxEntry = {
      ...refund,
      operation: { ...refund.operation, kind: 'delete' },
      before: { ...names, id: refund.operation.recordId, amount: formatDecimal(amount) },
    };
    const undo: OutboxEntry = { ...own, operation: { ...own.operation, kind: 'delete' }, expected };
    return [undo, ...(amount > 0n ? [takenBack] : []), ...known];
  }
  const refunds = refundsOf(withdrawal, paidFor).map(({ body, part }) =>
    lineOf(REFUND, 'create', partId(operation.recordId, part), body),
  );
  const following = followingIn(entry, referenced.related_record);
  const follows = following && {
    ...lineOf(following.resource, 'create', partId(operation.recordId, 0), following.body),
    referenced: Object.fromEntries(
      Object.entries(referenced).flatMap(([name, row]) =>
        name.startsWith(FOLLOWING) ? [[name.slice(FOLLOWING.length), row]] : [],
      ),
    ),
    ...(entry.result && { result: lineResults(entry.result)[0] }),
  };
  return [own, ...refunds, ...known, ...(follows ? [follows] : [])];
}

function lineEntries(entry: OutboxEntry): readonly OutboxEntry[] {
  const withdrawn = withdrawalLines(entry);
  if (withdrawn) return withdrawn;
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
