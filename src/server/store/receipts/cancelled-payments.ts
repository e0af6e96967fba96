import { type RawBuilder, sql } from 'kysely';
import { collectionResources } from '#contract/collections.ts';
import { readChangeCounts, versionOf } from '#server/store/branch-changes.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { readGeneration } from '#server/store/generation.ts';
import { badField } from '#server/store/http-error.ts';
import { pageOfRows } from '#server/store/lists/page-of-rows.ts';
import { type ListReader, tagOfParts } from '#server/store/lists/whole-list.ts';
import { messages } from '#server/store/messages.ts';
import type { WireRecord } from '#server/store/records/record-reader.ts';
import { jsonRows, mapBatches } from '#server/store/row-batches.ts';
import type { TableMapping } from '#server/store/tables.ts';

/** Represents a payment that was deleted after its receipt was printed. */
export interface CancelledRow {
  readonly id: bigint;
  readonly what: string;
  readonly record: WireRecord;
  readonly reason: string;
  readonly cancelled_at: Date | string;
  readonly by: string;
}

const nameOfUser = (scope: BranchScope) => sql`coalesce((select first_name || ' ' || last_name
  from ${scope.rows('app_user')} as author where author.id = cancelled.cancelled_by), '')`;

/** Selects cancelled payments as they were, but of the student who stays if theirs was merged (decision 106). */
const selectCancelled = (scope: BranchScope, where: RawBuilder<unknown>, rest = sql``) =>
  sql<CancelledRow>`select id, what, reason, cancelled_at, ${nameOfUser(scope)} as by,
      record || coalesce((select jsonb_build_object('student', merge.student_id::text)
        from ${scope.rows('student_merge')} as merge where merge.merged_id = cancelled.student_id), '{}') as record
    from ${scope.rows('cancelled_payment')} as cancelled where ${where} order by id desc ${rest}`;

/** Matches the cancelled payments of a student, and of those who were merged into them. */
const isOfStudent = (scope: BranchScope, id: bigint) => sql`student_id = any(array(
  select ${id}::bigint union all
  select merged_id from ${scope.rows('student_merge')} as merge where merge.student_id = ${id}))`;

/** Reads cancelled payments, newest first. */
export function cancelledWhere(scope: BranchScope, where: RawBuilder<unknown>): Promise<CancelledRow[]> {
  return scope.all(selectCancelled(scope, where));
}

/** Returns why a payment was cancelled, by whom and when. */
export const cancellationOf = ({ cancelled_at, by, reason }: CancelledRow) => ({
  at: new Date(cancelled_at).toISOString(),
  by,
  reason,
});

function wireCancelled(row: CancelledRow) {
  const { id, what, record } = row;
  return {
    id: String(id),
    resource: what,
    record,
    receipt_number: record.receipt_number ?? null,
    paid_amount: record.paid_amount,
    cancelled: cancellationOf(row),
  };
}

function conditionOf(
  scope: BranchScope,
  { resource, student }: Readonly<Record<string, unknown>>,
): RawBuilder<unknown> {
  const isNamed = (value: unknown) => typeof value === 'string' && value !== '';
  const known = collectionResources.some((one) => one === resource);
  const id = isNamed(student) ? parseId(String(student)) : undefined;
  const conditions = [
    sql`true`,
    ...(isNamed(resource) ? [known ? sql`what = ${resource}` : sql`false`] : []),
    ...(isNamed(student) ? [id === undefined ? sql`false` : isOfStudent(scope, id)] : []),
  ];
  return sql.join(conditions, sql` and `);
}

async function count(scope: BranchScope, where: RawBuilder<unknown>): Promise<number> {
  const found = await scope.first(
    sql<{ count: number }>`select count(*)::float8 as count
      from ${scope.rows('cancelled_payment')} as cancelled where ${where}`,
  );
  return found?.count ?? 0;
}

/** Lists the cancelled payments of the branch, of a resource or of a student, newest first (decision 55). */
export const cancelledList: ListReader = {
  page(scope, request) {
    const where = conditionOf(scope, request.query);
    return pageOfRows(
      request,
      () => count(scope, where),
      async (limitClause) => (await scope.all(selectCancelled(scope, where, limitClause))).map(wireCancelled),
    );
  },
  async whole(scope, request) {
    const where = conditionOf(scope, request.query);
    return {
      // Rows stay as they are, but a merge changes whose they are, so the tag is the version of the branch.
      tag: tagOfParts((await readGeneration(scope)).id, versionOf(await readChangeCounts(scope))),
      count: await count(scope, where),
      batches: mapBatches(scope.batches(selectCancelled(scope, where)), (batch) =>
        jsonRows(batch.map(wireCancelled)),
      ),
    };
  },
};

/**
 * Keeps a payment whose receipt was printed, at its delete (decision 55). Call it after the row is locked or gone: a print locks the row
 * too, so that none slips in between.
 * @throws {HttpError} 400 at `reason` if it was printed and nobody said why it is deleted
 */
export async function keepCancelled(
  scope: BranchScope,
  { resource }: TableMapping,
  record: WireRecord,
  reason: string | undefined,
): Promise<void> {
  if (!collectionResources.some((one) => one === resource.name)) return;
  const collection = typeof record.collection === 'string' ? BigInt(record.collection) : null;
  const printed = await scope.first(sql<{ id: bigint }>`
    select id from ${scope.rows('receipt_print')} as print
    where (what = ${resource.name} and record_id = ${BigInt(record.id)})
      or (what = 'collection' and record_id = ${collection}) limit 1`);
  if (!printed) return;
  if (!reason) throw badField('reason', messages.printedNeedsReason);
  await scope.insert(
    'cancelled_payment',
    {
      what: resource.name,
      record_id: BigInt(record.id),
      collection_id: collection,
      student_id: typeof record.student === 'string' ? BigInt(record.student) : null,
      record: JSON.stringify(record),
      reason,
      cancelled_at: scope.now,
      cancelled_by: scope.userId,
    },
    sql`returning id`,
  );
}
