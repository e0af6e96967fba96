import { sql } from 'kysely';
import { printBody, type ReceiptSubject } from '#contract/receipts.ts';
import { COLLECTION } from '#contract/resource-names.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { appendHistory } from '#server/store/history.ts';
import { badField, notFound } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import { lockMonthShared } from '#server/store/months/month-lock.ts';
import { parseBody } from '#server/store/records/body.ts';
import { isOfKind } from '#server/store/records/record-columns.ts';
import { tableOf } from '#server/store/tables.ts';

/** Names the history entries of prints. */
const PRINT_HISTORY = 'receipt-print';

interface PrintRow {
  readonly id: bigint;
  readonly what: string;
  readonly record_id: bigint;
  readonly copy: number;
  readonly printed_at: Date | string;
}

const wirePrint = ({ id, what, record_id, copy, printed_at }: PrintRow) => ({
  id: String(id),
  resource: what,
  record: String(record_id),
  copy,
  printed_at: new Date(printed_at).toISOString(),
});

/**
 * Locks what a receipt is about until the transaction ends: it is not deleted meanwhile, and prints of it are counted one after the other.
 * @returns its receipt number; undefined if the branch has neither it nor kept it as cancelled
 */
async function lockSubject(
  scope: BranchScope,
  what: ReceiptSubject,
  id: bigint,
): Promise<{ readonly number: string | null } | undefined> {
  if (what === COLLECTION) {
    // Book payouts come first, as for the collection itself.
    for (const table of ['book_payout', 'enrolment'] as const)
      await scope.all(
        sql`select id from ${scope.rows(table)} as r where collection_id = ${id} order by id for no key update`,
      );
    return scope.first(
      sql<{ number: string }>`select receipt_number as number from ${scope.rows('collection')} as r
        where id = ${id} for no key update`,
    );
  }
  const mapping = tableOf(what);
  const stored = await scope.first(
    sql<{ number: string | null }>`select receipt_number as number from ${scope.rows(mapping.table)} as r
      where r.id = ${id} and ${isOfKind(mapping)} for no key update`,
  );
  return (
    stored ??
    scope.first(
      sql<{ number: string | null }>`select record ->> 'receipt_number' as number
        from ${scope.rows('cancelled_payment')} as r where what = ${what} and record_id = ${id} for no key update`,
    )
  );
}

/**
 * Remembers that a receipt was printed, and which copy it was (decision 52).
 * @throws {HttpError} 400 at `record` if the branch never had it
 */
export async function recordPrint(scope: BranchScope, body: unknown) {
  const { resource: what, record, printed_at } = parseBody(printBody, body);
  // The branch before its rows, in the order of every write of money.
  await lockMonthShared(scope);
  const id = parseId(record);
  const subject = id === undefined ? undefined : await lockSubject(scope, what, id);
  if (id === undefined || !subject) throw badField('record', messages.missingRecord);
  const said = printed_at === undefined ? scope.now : new Date(printed_at);
  const row = await scope.insert(
    'receipt_print',
    {
      what,
      record_id: id,
      copy: sql`(select coalesce(max(copy), 0) + 1 from ${scope.rows('receipt_print')} as earlier
        where what = ${what} and record_id = ${id})`,
      printed_at: said > scope.now ? scope.now : said,
      created_at: scope.now,
      created_by: scope.userId,
    },
    sql<PrintRow>`returning id, what, record_id, copy, printed_at`,
  );
  if (!row) throw new Error('insert into receipt_print returned no row');
  const after = wirePrint(row);
  await appendHistory(scope, {
    resource: PRINT_HISTORY,
    id: after.id,
    title: messages.printTitle({ receipt: subject.number, copy: row.copy }),
    month: null,
    action: 'created',
    after,
  });
  return after;
}

/** Reads one print. @throws {HttpError} 404 */
export async function readPrint(scope: BranchScope, id: string) {
  const parsed = parseId(id);
  const row =
    parsed === undefined
      ? undefined
      : await scope.first(
          sql<PrintRow>`select id, what, record_id, copy, printed_at
            from ${scope.rows('receipt_print')} as print where id = ${parsed}`,
        );
  if (!row) throw notFound();
  return wirePrint(row);
}
