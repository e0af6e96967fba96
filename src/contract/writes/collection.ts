import { z } from 'zod';
import { collectionRow } from '../collections.ts';
import type { Draft } from '../define-resource.ts';
import { paths } from '../http.ts';
import { lineId } from '../ids.ts';
import { joinParts } from '../messages.ts';
import { formatDecimal, formatMoney, readPiastres, sumIfKnown } from '../money.ts';
import { COLLECTION } from '../resource-names.ts';
import { isResourceName, resourceOf } from '../resources/registry.ts';
import { splitOverTenders, type Tender } from '../rules/tenders.ts';
import { labels } from '../texts/labels.en.ts';
import { writeMessages } from '../texts/writes.en.ts';
import { writeAnswer } from './answer.ts';
import {
  defineWrite,
  type KnownRecord,
  type Line,
  receiptOf,
  referenceIn,
  type Written,
  type WrittenRecord,
  withGiven,
} from './define-write.ts';
import { pickedName, studentNameIn } from './lines.ts';
import { referencesOf } from './references.ts';

/** GET /collections/{id}/: with its payments and new records. */
export const storedCollection = collectionRow.extend({ records: writeAnswer.shape.records });

/** New records first, then payments (decision 104). */
function linesOf(body: Draft): readonly Line[] {
  // Who pays is said of the whole: a line is about the student of its debt or record.
  const { payments = [], records = [], payer: _payer, tenders: _tenders, ...shared } = body;
  if (!Array.isArray(payments) || !Array.isArray(records)) return [];
  const lines = [
    ...records.map((record: Draft) => ({ ...record, ...shared })),
    ...payments.map((payment: Draft) => ({ is_installment: true, ...shared, ...payment })),
  ].flatMap(({ resource, ...line }: Draft) => (isResourceName(resource) ? [{ resource, body: line }] : []));
  return lines.length === payments.length + records.length ? lines : [];
}

const readTenders = z
  .array(
    z.object({ payment_method: z.string(), payment_reference: z.string().nullish(), amount: z.string() }),
  )
  .catch([]);

/** A line, or a piece of one, with the place of its line. */
interface Piece extends Line {
  readonly place: number;
}

/**
 * Splits lines over what was tendered, as the server does (decision 130): the first pieces stand in the order of the
 * lines, later ones follow. A later piece of a new record is an installment of it.
 */
function piecesOf({ operation, body: whole }: Written): readonly Piece[] {
  const lines = linesOf(whole).map((line, place): Piece => ({ ...line, place }));
  const tenders = readTenders.parse(whole.tenders ?? []).map(
    ({ amount, payment_reference = null, ...tender }): Tender => ({
      ...tender,
      payment_reference,
      amount: readPiastres(amount) ?? 0n,
    }),
  );
  if (tenders.length === 0) return lines;
  const paid = lines.map(({ body }) => readPiastres(body.paid_amount) ?? 0n);
  const pieces = splitOverTenders(paid, tenders);
  const pieceOf = (line: Piece, { amount, ...how }: Tender): Piece => ({
    ...line,
    body: { ...line.body, ...how, paid_amount: formatDecimal(amount) },
  });
  const first = lines.map((line) => {
    const piece = pieces[line.place]?.[0];
    return piece ? pieceOf(line, piece) : line;
  });
  const later = lines.flatMap((line) =>
    (pieces[line.place] ?? []).slice(1).map((piece) => {
      const { receipt_number, custom_date, notes } = line.body;
      const paper = { is_installment: true, receipt_number, custom_date, notes };
      const isNew = line.body.is_installment !== true;
      const related = lineId(operation.recordId, line.place);
      return pieceOf(isNew ? { ...line, body: { ...paper, related_record: related } } : line, piece);
    }),
  );
  return [...first, ...later];
}

function pickedOf({ referenced }: Written, index: number): Record<string, KnownRecord> {
  const debt = referenced[pickedName(index)];
  const prefix = pickedName(index, '');
  const fields = Object.entries(referenced).flatMap(([name, record]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), record] as const] : [],
  );
  return { ...Object.fromEntries(fields), ...(debt && { related_record: debt }) };
}

function expectedOf({ expected }: Written, index: number): Draft | undefined {
  const expectedRecord = expected?.[pickedName(index)];
  return typeof expectedRecord === 'object' && expectedRecord !== null ? { ...expectedRecord } : undefined;
}

function recordsOf(write: Written): readonly WrittenRecord[] | undefined {
  const pieces = piecesOf(write);
  if (pieces.length === 0) return undefined;
  const { operation } = write;
  return pieces.map(({ resource, body, place }, index) => {
    const expected = index === place ? expectedOf(write, index) : undefined;
    return {
      operation: { resource, kind: 'create', recordId: lineId(operation.recordId, index) },
      body,
      ...(expected && { expected }),
      referenced: pickedOf(write, place),
    };
  });
}

const namesIn = (write: Written): readonly string[] => [
  ...new Set((recordsOf(write) ?? []).flatMap(({ referenced = {} }) => studentNameIn(referenced) ?? [])),
];

const amountIn = (write: Written) =>
  sumIfKnown(linesOf(write.body).map(({ body }) => readPiastres(body.paid_amount)));

/** Several debts and new records are paid with one receipt (decisions 53 and 104). */
export const collectionWrite = defineWrite({
  name: COLLECTION,
  request: ({ body }, given) => ({ path: paths.collections, body: withGiven(body, given) }),
  dayOf: ({ custom_date }) => custom_date,
  needs: (values) => [
    ...referenceIn(values, 'payer', 'student'),
    ...linesOf(values).flatMap(({ resource, body }) => referencesOf(resourceOf(resource), body, body)),
  ],
  lines: linesOf,
  records: recordsOf,
  writes: (body) => linesOf(body).map(({ resource }) => resource),
  describe: (write) => {
    const lines = linesOf(write.body);
    const made = lines.filter(({ body }) => body.is_installment !== true);
    const debts = lines.length - made.length;
    const amount = amountIn(write);
    return [
      debts === 0 ? undefined : writeMessages.paymentOfDebts({ count: debts }),
      ...made.map(({ resource }) => resourceOf(resource).singular),
      joinParts(namesIn(write)),
      amount === undefined ? undefined : formatMoney(amount),
      receiptOf(write.body),
    ];
  },
  approval: (write) => {
    const names = namesIn(write);
    const amount = amountIn(write);
    const { receipt_number: receipt } = write.body;
    return {
      title: writeMessages.approvePayment,
      facts: [
        ...(names.length > 0 ? [{ label: writeMessages.students, value: names.join(', ') }] : []),
        ...(typeof receipt === 'string' ? [{ label: labels.receiptNumber, value: receipt }] : []),
        ...(amount === undefined ? [] : [{ label: labels.amount, value: formatMoney(amount) }]),
      ],
    };
  },
});
