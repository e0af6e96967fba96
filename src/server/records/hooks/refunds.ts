import { sql } from 'kysely';
import { collectionResources } from '#contract/collections.ts';
import { DAY_MS } from '#contract/days.ts';
import { formatMoney, type Piastres } from '#contract/money.ts';
import { CREDIT } from '#contract/payment-methods.ts';
import { creditRefusal, type PaidSums, refundRefusal } from '#contract/rules/refund.ts';
import { inputs } from '#contract/texts/inputs.en.ts';
import { methodTexts } from '#contract/texts/methods.en.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { parseId } from '#server/db/columns.ts';
import { type TableMapping, tableOf } from '#server/db/tables.ts';
import { resolveStudentId } from '#server/merges/merges.ts';
import { messages } from '#server/messages/store.en.ts';
import { lockMonthShared } from '#server/months/month-lock.ts';
import { badField, conflict } from '#server/platform/http-error.ts';
import {
  type EnrolmentRow,
  lockPayable,
  lockPayableOf,
  paidInAll,
  refundColumnOf,
} from '#server/records/enrolments.ts';
import { requireRightToMove } from '#server/records/record-permissions.ts';
import type { ResourceHooks, StoredRow } from '#server/records/records.ts';
import type { Repository } from '#server/records/repository.ts';
import { lockCredit } from '#server/refunds/credit.ts';

/** An enrolment or payout, locked. */
export interface PaidFor {
  readonly mapping: TableMapping;
  readonly row: EnrolmentRow;
}

const paidSumsOf = ({ row }: PaidFor): PaidSums => ({ paid: paidInAll(row), refunded: row.refunded });

const startOfDay = (now: Date) => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);

/** A condition: recorded by the user on this UTC day. */
export const isOwnOfTodayIn = ({ userId, now }: BranchScope) =>
  sql`created_by = ${userId} and created_at >= ${startOfDay(now)}`;

/**
 * Taken in by the user today for this record, and in no close yet, less what they paid back of it today; piastres.
 * Credit was taken in before.
 */
async function ownOfToday(scope: BranchScope, { mapping, row }: PaidFor): Promise<Piastres> {
  const isOwn = isOwnOfTodayIn(scope);
  const isCounted = sql`exists (select from ${scope.rows('drawer_line')} as line
    where line.source = ${mapping.table} and line.record_id = r.id and line.close_id is not null)`;
  const found = await scope.first(sql<{ own: Piastres }>`select (
    (select coalesce(sum(paid_amount), 0) from ${scope.rows(mapping.table)} as r
      where ${row.id} in (id, related_id) and ${isOwn} and payment_method <> ${CREDIT} and not ${isCounted})
    - (select coalesce(sum(amount), 0) from ${scope.rows('refund')} as r
      where ${sql.ref(refundColumnOf(mapping))} = ${row.id} and ${isOwn}))::bigint as own`);
  return found?.own ?? 0n;
}

interface PaidBack {
  readonly amount: Piastres;
  /** It is no longer owed. */
  readonly forgive: boolean;
}

/**
 * Staff pay back what they took in themselves today (decision 131), and it is owed again: a payment and a refund that forgives it
 * would erase any debt.
 * @throws {HttpError} 403
 */
async function assertMayPayBack(
  scope: BranchScope,
  paidFor: PaidFor,
  { amount, forgive }: PaidBack,
): Promise<void> {
  if (scope.may('refunds.any') || (!forgive && amount <= (await ownOfToday(scope, paidFor)))) return;
  scope.assertMay('refunds.any');
}

/** The next of the branch's own series; the counter's row lock serialises refunds. */
export async function nextRefundNumber(scope: BranchScope): Promise<string> {
  const counter = await scope.insert(
    'refund_counter',
    { last: 1n },
    sql<{
      last: bigint;
    }>`on conflict (branch_id) do update set last = refund_counter.last + 1 returning last`,
  );
  return `R-${counter?.last}`;
}

async function titleOf(scope: BranchScope, { mapping, row }: PaidFor): Promise<unknown> {
  if (mapping.kind !== undefined) return row.receipt_number;
  const book = await scope.first(
    sql<{ name: string }>`select name from ${scope.rows('book')} as r where id = ${row.book_id}`,
  );
  return book?.name;
}

/** Columns of a refund that follow from what was paid for. */
export async function columnsOf(scope: BranchScope, paidFor: PaidFor): Promise<ColumnValues> {
  const { mapping, row } = paidFor;
  return {
    resource: mapping.resource.name,
    student_id: row.student_id,
    [refundColumnOf(mapping)]: row.id,
    book_id: mapping.kind === undefined ? row.book_id : undefined,
    related_title: await titleOf(scope, paidFor),
  };
}

interface NewRefund {
  readonly resource: unknown;
  readonly related: unknown;
  readonly amount: Piastres;
  readonly method: unknown;
  readonly forgive: boolean;
}

/** @throws {HttpError} 400, 403 */
async function checkPaidFor(
  scope: BranchScope,
  { resource, related, amount, forgive }: NewRefund,
): Promise<ColumnValues> {
  const name = collectionResources.find((one) => one === resource);
  if (!name) throw badField('resource', messages.notRefundable);
  const mapping = tableOf(name);
  const id = parseId(String(related));
  const row = id === undefined ? undefined : await lockPayableOf(scope, mapping, id);
  if (!row) throw badField('related_record', messages.missingRecord);
  const paidFor = { mapping, row };
  const refusal = refundRefusal(amount, paidSumsOf(paidFor));
  if (refusal !== undefined) throw badField('amount', refusal);
  await assertMayPayBack(scope, paidFor, { amount, forgive });
  return columnsOf(scope, paidFor);
}

/** Pays credit out, which is owed to nobody else. @throws {HttpError} 400, 403 */
async function checkCredit(
  scope: BranchScope,
  { related, amount, method }: NewRefund,
): Promise<ColumnValues> {
  const named = parseId(String(related));
  const id = named === undefined ? undefined : await resolveStudentId(scope, named);
  const [student] = id === undefined ? [] : await lockCredit(scope, [id]);
  if (!student) throw badField('related_record', messages.missingRecord);
  if (method === CREDIT) throw badField('payment_method', methodTexts.unknown);
  const refusal = creditRefusal(amount, student.credit);
  if (refusal !== undefined) throw badField('amount', refusal);
  scope.assertMay('refunds.any');
  return { student_id: student.id, related_record: student.id, forgive: false };
}

const bigintIn = (value: unknown): bigint => (typeof value === 'bigint' ? value : 0n);

async function lockPaidFor(
  scope: BranchScope,
  { resource, enrolment_id, book_payout_id }: ColumnValues,
): Promise<PaidFor | undefined> {
  const name = collectionResources.find((one) => one === resource);
  const mapping = name && tableOf(name);
  const row = mapping && (await lockPayable(scope, mapping, bigintIn(enrolment_id ?? book_payout_id)));
  return mapping && row && { mapping, row };
}

/** What is owed again must not be more than what was not paid again since. */
function paidAgain({ amount, forgive }: StoredRow, { row }: PaidFor, becomes: Piastres): string | undefined {
  const least = bigintIn(amount) - (row.remaining ?? 0n);
  if (forgive === true || becomes >= least) return undefined;
  return messages.paidAgain({ least: formatMoney(least) });
}

/**
 * What it forgave was forgiven anew when the student left, so that it may be no part of that any more.
 * @throws {HttpError} 409
 */
function assertForgivenStill({ amount, forgive }: StoredRow, { row }: PaidFor, becomes: Piastres): void {
  if (forgive === true && bigintIn(amount) - becomes > row.forgiven) throw conflict(messages.hasLeft);
}

const belongs = ({ withdrawal_id, book_return_id }: StoredRow) =>
  withdrawal_id !== null || book_return_id !== null;

async function checkAmount(scope: BranchScope, row: StoredRow, becomes: Piastres): Promise<void> {
  if (belongs(row)) throw conflict(messages.refundBelongs);
  const paidFor = await lockPaidFor(scope, row);
  if (!paidFor || row.payment_method === CREDIT) throw badField('amount', messages.creditStays);
  const { id, created_by, created_at } = row;
  await requireRightToMove(scope, tableOf('refund'), { id, created_at, recorded_by: String(created_by) });
  const more = becomes - bigintIn(row.amount);
  const { paid, refunded } = paidSumsOf(paidFor);
  const refusal =
    more > 0n
      ? refundRefusal(becomes, { paid, refunded: refunded - bigintIn(row.amount) })
      : paidAgain(row, paidFor, becomes);
  if (refusal !== undefined) throw badField('amount', refusal);
  assertForgivenStill(row, paidFor, becomes);
  if (more > 0n) await assertMayPayBack(scope, paidFor, { amount: more, forgive: row.forgive === true });
}

/** Decision 131. */
export const refundHooks: ResourceHooks = {
  async beforeCreate(
    scope,
    { resource, related_record: related, amount, payment_method: method, ...columns },
  ) {
    const forgive = columns.forgive === true;
    const made = { resource, related, amount: bigintIn(amount), method, forgive };
    const follows = await (resource === 'student' ? checkCredit(scope, made) : checkPaidFor(scope, made));
    const receipt_number = columns.receipt_number ?? (await nextRefundNumber(scope));
    return { serverFields: { ...follows, receipt_number } };
  },
  async validateUpdate(scope, row, { amount, payment_method: method, receipt_number }) {
    if (receipt_number === null) throw badField('receipt_number', inputs.required);
    if (
      method !== undefined &&
      method !== row.payment_method &&
      (method === CREDIT || row.payment_method === CREDIT)
    )
      throw badField('payment_method', messages.creditStays);
    if (typeof amount === 'bigint' && amount !== row.amount) await checkAmount(scope, row, amount);
  },
  async beforeDelete(scope, row) {
    if (belongs(row)) throw conflict(messages.refundBelongs);
    const paidFor = await lockPaidFor(scope, row);
    if (!paidFor) return;
    const refusal = paidAgain(row, paidFor, 0n);
    if (refusal !== undefined) throw conflict(refusal);
    assertForgivenStill(row, paidFor, 0n);
  },
};

/** What was paid for is locked before its refund, as everywhere. */
export function withPaidForLocked({ create, update, remove }: Repository): Repository {
  const lock = async (scope: BranchScope, id: string) => {
    const parsed = parseId(id);
    if (parsed === undefined) return;
    await lockMonthShared(scope);
    const refund = await scope.first(sql<ColumnValues>`
      select resource, enrolment_id, book_payout_id from ${scope.rows('refund')} as r where id = ${parsed}`);
    if (refund) await lockPaidFor(scope, refund);
  };
  return {
    create,
    async update(scope, mapping, id, ...change) {
      await lock(scope, id);
      return update(scope, mapping, id, ...change);
    },
    async remove(scope, mapping, id, ...which) {
      await lock(scope, id);
      return remove(scope, mapping, id, ...which);
    },
  };
}
