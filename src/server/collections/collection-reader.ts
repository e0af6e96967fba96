import { type RawBuilder, sql } from 'kysely';
import { collectionResources } from '#contract/collections.ts';
import { formatDecimal } from '#contract/money.ts';
import { CASH } from '#contract/payment-methods.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { requireRecordId } from '#server/db/columns.ts';
import { tableOf } from '#server/db/tables.ts';
import { notFound } from '#server/platform/http-error.ts';
import { listOfRows } from '#server/records/list-reader.ts';
import { isOfKind } from '#server/records/record-columns.ts';
import { readMatching, type WireRecord } from '#server/records/record-reader.ts';

/** Money in piastres. */
export interface CollectionRow extends ColumnValues {
  readonly id: string;
  readonly receipt_number: string;
  /** The payer (decision 142). */
  readonly student_id: string | null;
  readonly received: bigint;
  /** Null where all was cash. */
  readonly tenders: readonly object[] | null;
  readonly total: bigint;
}

export function wireCollection(row: CollectionRow) {
  const { receipt_number, custom_date, effective_date: day, notes, created_at } = row;
  return {
    id: row.id,
    receipt_number,
    custom_date,
    day,
    notes,
    total: formatDecimal(row.total),
    received: formatDecimal(row.received),
    created_at,
    recorded_by: String(row.created_by),
    payer: row.student_id,
    tenders: row.tenders ?? [
      { payment_method: CASH, payment_reference: null, amount: formatDecimal(row.received) },
    ],
  };
}

function selectCollections(scope: BranchScope, rest: RawBuilder<unknown>): RawBuilder<CollectionRow> {
  const paid = (table: 'enrolment' | 'book_payout') => sql`(
    select coalesce(sum(paid_amount), 0) from ${scope.rows(table)} as payment where payment.collection_id = r.id)`;
  return sql<CollectionRow>`
    select r.*, (${paid('enrolment')} + ${paid('book_payout')})::bigint as total
    from ${scope.rows('collection')} as r ${rest}`;
}

const newestFirst = sql`order by effective_date desc, created_at desc, id desc`;

/** A payment that is corrected moves a total. */
export const collectionList = listOfRows({
  count: (scope) => scope.count(sql`from ${scope.rows('collection')} as r`),
  select: (scope, _query, limit = sql``) => selectCollections(scope, sql`${newestFirst} ${limit}`),
  wire: wireCollection,
});

/**
 * With its payments and new records.
 * @throws {HttpError} 404 if the branch has none of that id
 */
export async function readCollection(scope: BranchScope, id: string): Promise<object> {
  const row = await scope.first(selectCollections(scope, sql`where r.id = ${requireRecordId(id)}`));
  if (!row) throw notFound();
  const written: (WireRecord & { readonly resource: string })[] = [];
  for (const resource of collectionResources) {
    const mapping = tableOf(resource);
    const where = sql`r.collection_id = ${row.id} and ${isOfKind(mapping)}`;
    const records = await readMatching(scope, mapping, where, sql`r.id`);
    written.push(...records.map((record) => ({ resource, ...record })));
  }
  return {
    ...wireCollection(row),
    payments: written.filter(({ is_installment }) => is_installment === true),
    records: written.filter(({ is_installment }) => is_installment !== true),
  };
}
