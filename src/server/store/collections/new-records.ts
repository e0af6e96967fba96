import { type CollectionBody, collectionFields, collectionMessages } from '#contract/collections.ts';
import type { Draft } from '#contract/define-resource.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId, toColumns } from '#server/store/columns.ts';
import { badField } from '#server/store/http-error.ts';
import { resolveStudentId } from '#server/store/merges/merge-reader.ts';
import type { RunningMonth } from '#server/store/months/month-lock.ts';
import { parseCreate } from '#server/store/records/body.ts';
import { insertPayable, payableHooksOf } from '#server/store/records/enrolments.ts';
import { lockBook } from '#server/store/records/hooks/books.ts';
import { requireFields } from '#server/store/records/record-permissions.ts';
import type { WireRecord } from '#server/store/records/record-reader.ts';
import { assertReferences } from '#server/store/records/reference-problems.ts';
import { type TableMapping, tableOf } from '#server/store/tables.ts';
import type { LinePlace, LineProblems } from './line-problems.ts';

/** Holds a new enrolment or book payout of a collection before it is stored. */
export interface NewLine extends LinePlace {
  readonly mapping: TableMapping;
  readonly draft: Draft;
}

/**
 * Parses the new records of a collection: each is what its own path takes, on the paper of the whole, with a payment above zero.
 * @throws {HttpError} 403 for what the user may not create
 */
export async function parseNewLines(
  scope: BranchScope,
  { records, payments: _payments, ...body }: CollectionBody,
  problems: LineProblems,
): Promise<NewLine[]> {
  const paper = Object.fromEntries(Object.keys(collectionFields).map((name) => [name, body[name]]));
  const lines: NewLine[] = [];
  for (const [place, { resource, ...own }] of records.entries()) {
    const mapping = tableOf(resource);
    scope.assertMay(permissionFor(mapping.resource, 'create'));
    requireFields(scope, mapping, own);
    const line = { list: 'records', place } as const;
    const draft = await problems.collect(line, () => {
      const parsed = parseCreate(mapping.resource, { ...own, ...paper });
      if (parsed.paid_amount === '0.00') throw badField('paid_amount', collectionMessages.nothingPaid);
      return { ...parsed, receipt_number: body.receipt_number };
    });
    if (draft) lines.push({ ...line, mapping, draft });
  }
  return lines;
}

const idIn = (value: unknown) => parseId(String(value ?? ''));
const ascending = (left: bigint, right: bigint) => (left < right ? -1 : left > right ? 1 : 0);

/** Locks the books that are handed out, in the order of their ids: their stock is checked one line after the other. */
export async function lockBooks(scope: BranchScope, lines: readonly NewLine[]): Promise<void> {
  const ids = new Set(lines.flatMap(({ draft }) => idIn(draft.book) ?? []));
  for (const id of [...ids].sort(ascending)) await lockBook(scope, id);
}

/** Returns the students that the new records are counted at: of one who was merged, who stays (decision 106). */
export async function studentsOf(scope: BranchScope, lines: readonly NewLine[]): Promise<bigint[]> {
  const students: bigint[] = [];
  for (const { draft } of lines) {
    const id = idIn(draft.student);
    if (id !== undefined) students.push(await resolveStudentId(scope, id));
  }
  return students;
}

/** Says which month and collection the new records belong to. */
interface Paper {
  readonly month: RunningMonth | undefined;
  readonly collection: bigint;
}

/** Checks one new record under its locks, without what other lines take. @throws {HttpError} 400 at its fields */
export async function checkNewLine(scope: BranchScope, { mapping, draft }: NewLine): Promise<void> {
  await assertReferences(scope, mapping.resource, draft);
  await payableHooksOf(mapping).beforeCreate?.(scope, toColumns(mapping.resource.fields, draft));
}

/** Inserts one new record, after the lines before it: of one book they take copies together. @throws {HttpError} 400 at its fields */
export function insertNewLine(
  scope: BranchScope,
  { mapping, draft }: NewLine,
  paper: Paper,
): Promise<WireRecord> {
  return insertPayable(scope, mapping, { draft, ...paper });
}
