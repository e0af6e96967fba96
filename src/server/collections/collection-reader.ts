import { type RawBuilder, sql } from 'kysely';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import { CASH } from '#contract/payment-methods.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { decimal, requireRecordId } from '#server/db/columns.ts';
import { tableOf } from '#server/db/tables.ts';
import { notFound } from '#server/platform/http-error.ts';
import { listOfRows } from '#server/records/list-reader.ts';
import { isOfKind } from '#server/records/record-columns.ts';
import { readMatching, type WireRecord } from '#server/records/record-reader.ts';

export interface CollectionRow {
  readonly id: string;
  readonly receipt_number: string;
  readonly received: string;
}

/** `total` is in piastres. */
export const collectionColumns = (total: RawBuilder<unknown>) => sql`
  id, receipt_number, custom_date, effective_date as day, notes, ${decimal(total)} as total, ${decimal(sql`received`)} as received,
  created_at, created_by::text as recorded_by, student_id as payer, coalesce(tenders, jsonb_build_array(jsonb_build_object(
    'payment_method', ${CASH}::text, 'payment_reference', null, 'amount', ${decimal(sql`received`)}))) as tenders`;

function selectCollections(scope: BranchScope, rest: RawBuilder<unknown>): RawBuilder<CollectionRow> {
  const paid = (table: 'enrolment' | 'book_payout') => sql`(
    select coalesce(sum(paid_amount), 0) from ${scope.rows(table)} as payment where payment.collection_id = r.id)`;
  return sql<CollectionRow>`
    select ${collectionColumns(sql`${paid('enrolment')} + ${paid('book_payout')}`)} from ${scope.rows('collection')} as r ${rest}`;
}

const newestFirst = sql`order by effective_date desc, created_at desc, id desc`;

export const collectionList = listOfRows({
  count: (scope) => scope.count(sql`from ${scope.rows('collection')} as r`),
  select: (scope, _query, limit = sql``) => selectCollections(scope, sql`${newestFirst} ${limit}`),
  wire: (row) => row,
});

interface Line {
  readonly resource: CollectionResource;
  readonly record: WireRecord;
}

export async function readCollection(
  scope: BranchScope,
  id: string,
): Promise<CollectionRow & { readonly records: readonly Line[] }> {
  const row = await scope.first(selectCollections(scope, sql`where r.id = ${requireRecordId(id)}`));
  if (!row) throw notFound();
  const lines: Line[] = [];
  for (const resource of collectionResources) {
    const mapping = tableOf(resource);
    const where = sql`r.collection_id = ${row.id} and ${isOfKind(mapping)}`;
    const records = await readMatching(scope, mapping, where, sql`r.id`);
    lines.push(...records.map((record) => ({ resource, record })));
  }
  const isPayment = ({ record }: Line) => record.is_installment === true;
  return { ...row, records: [...lines.filter(isPayment), ...lines.filter((line) => !isPayment(line))] };
}
