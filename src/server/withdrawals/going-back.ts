import { sql } from 'kysely';
import type { z } from 'zod';
import type { Day } from '#contract/days.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { newRecordId, partId } from '#contract/ids.ts';
import { formatDecimal, type Piastres, parsePiastres } from '#contract/money.ts';
import { CASH, CREDIT, methodProblem } from '#contract/payment-methods.ts';
import { type Leaving, leavingProblem, leavingSums } from '#contract/rules/withdrawal.ts';
import { methodTexts } from '#contract/texts/methods.en.ts';
import type { PaidOut } from '#contract/withdrawals.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { tableOf } from '#server/db/tables.ts';
import { paidInAll } from '#server/enrolments/enrolments.ts';
import { appendHistory, historyRecordOf } from '#server/history/history.ts';
import { inPlainWords } from '#server/messages/plain-words.ts';
import { messages } from '#server/messages/store.en.ts';
import { badFields, conflict } from '#server/platform/http-error.ts';
import { readLists } from '#server/records/branch-lists.ts';
import { searchColumns } from '#server/records/list-search.ts';
import { lockMonthShared } from '#server/records/month-lock.ts';
import { insertRecord, readMatching, type WireRecord } from '#server/records/record-reader.ts';
import { assertNotEnded } from '#server/records/write-guards.ts';
import { columnsOf, nextRefundNumber, type PaidFor } from '#server/refunds/refunds.ts';

const refunds = tableOf('refund');

/**
 * Problems of members stand at their path: `refund.amount`.
 * @throws {HttpError} 400
 */
export function parseNested<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {}, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  throw badFields(
    parsed.error.issues.map(({ path, message }) => ({
      field: path.map(String).join('.') || 'non_field_errors',
      message,
    })),
  );
}

/** What goes back to a student, as a body says it. */
interface GoesBack {
  readonly refund?: PaidOut | null | undefined;
  readonly credit?: string | null | undefined;
  readonly reason: string;
}

const amountIn = (text: string | null | undefined): Piastres => (text ? parsePiastres(text) : 0n);

export const netPaidOf = ({ row }: PaidFor): Piastres => paidInAll(row) - row.refunded;

/** What is neither paid out nor named becomes credit (a transfer). */
export function restAsCredit(leaving: Leaving, body: GoesBack): GoesBack {
  if (body.credit !== undefined && body.credit !== null) return body;
  const rest = leavingSums(leaving).back - amountIn(body.refund?.amount);
  return { ...body, credit: rest > 0n ? formatDecimal(rest) : null };
}

async function refundProblem(scope: BranchScope, { refund }: GoesBack): Promise<FieldProblem | undefined> {
  const { payment_method: method = CASH, payment_reference: reference } = refund ?? {};
  if (method === CASH) return undefined;
  const problem =
    method === CREDIT
      ? { field: 'payment_method', message: methodTexts.unknown }
      : methodProblem((await readLists(scope)).payment_methods, method, reference);
  return problem && { ...problem, field: `refund.${problem.field}` };
}

/** @throws {HttpError} 400 at `keep`, `refund` or a member of it */
export async function assertGoesBack(scope: BranchScope, leaving: Leaving, body: GoesBack): Promise<void> {
  const amounts = { refund: amountIn(body.refund?.amount), credit: amountIn(body.credit) };
  const problem = leavingProblem(leaving, amounts) ?? (await refundProblem(scope, body));
  if (problem) throw badFields([problem]);
}

interface Belonging {
  readonly withdrawal_id?: string;
  readonly book_return_id?: string;
}

async function insertRefund(
  scope: BranchScope,
  paidFor: PaidFor,
  values: ColumnValues & Belonging,
): Promise<WireRecord> {
  const month = await lockMonthShared(scope);
  const number = values.receipt_number ?? (await nextRefundNumber(scope));
  const columns = { ...(await columnsOf(scope, paidFor)), ...values, receipt_number: number };
  return insertRecord(scope, refunds, {
    ...columns,
    ...searchColumns(refunds.resource, columns),
    related_record: paidFor.row.id,
    month_id: month?.id ?? null,
    created_at: scope.now,
    created_by: scope.userId,
  });
}

/** Of the movements of a leaving or a return: its own, at the latest today. */
export const effectiveDay = (day: Day, { today }: BranchScope): Day => (day < today ? day : today);

export interface WentBack {
  readonly refund: WireRecord | null;
  readonly credit: string;
  /** All refunds that were made, for the history. */
  readonly made: readonly WireRecord[];
}

/**
 * Pays out, and keeps the rest as credit. Nothing is in the history yet.
 * @param day of the leaving or the return: all movements of a write have one (decision 170)
 */
export async function payOut(
  scope: BranchScope,
  paidFor: PaidFor,
  { refund, credit, reason }: GoesBack,
  { day, ...ids }: Belonging & { readonly day: Day },
): Promise<WentBack> {
  const whole = ids.withdrawal_id ?? ids.book_return_id ?? newRecordId();
  const belonging = { ...ids, ...(day < scope.today && { custom_date: day }) };
  const made: WireRecord[] = [];
  let paid: WireRecord | null = null;
  if (refund) {
    const { amount, payment_method, payment_reference, receipt_number, notes } = refund;
    const how = { payment_method, payment_reference, receipt_number, notes };
    paid = await insertRefund(scope, paidFor, {
      id: partId(whole, 1),
      ...how,
      ...belonging,
      reason,
      amount: parsePiastres(amount),
    });
    made.push(paid);
  }
  const kept = amountIn(credit);
  if (kept > 0n)
    made.push(
      await insertRefund(scope, paidFor, {
        id: partId(whole, 2),
        ...belonging,
        reason,
        amount: kept,
        payment_method: CREDIT,
      }),
    );
  return { refund: paid, credit: formatDecimal(kept), made };
}

export async function noteRefunds(scope: BranchScope, made: readonly WireRecord[]): Promise<void> {
  for (const record of made)
    await appendHistory(scope, { ...historyRecordOf(refunds, record), action: 'created', after: record });
}

export const refundsOf = (scope: BranchScope, column: keyof Belonging, id: string) =>
  readMatching(scope, refunds, sql`r.${sql.ref(column)} = ${id}`, sql`r.id`);

/** As `WentBack` tells it. */
export function wireWentBack(made: readonly WireRecord[]): Omit<WentBack, 'made'> {
  const credit = made.find(({ payment_method }) => payment_method === CREDIT);
  return {
    refund: made.find(({ payment_method }) => payment_method !== CREDIT) ?? null,
    credit: String(credit?.amount ?? formatDecimal(0n)),
  };
}

/** @throws {HttpError} 409 in an ended month, or if the credit was used */
export async function takeRefundsBack(scope: BranchScope, made: readonly WireRecord[]): Promise<void> {
  for (const { month } of made) await assertNotEnded(scope, typeof month === 'string' ? BigInt(month) : null);
  const ids = made.map(({ id }) => id);
  if (ids.length > 0) await scope.remove('refund', sql`id = any(${ids}::uuid[])`);
  for (const before of made)
    await appendHistory(scope, { ...historyRecordOf(refunds, before), action: 'deleted', before });
}

/** Of what was paid for, to be compared before an undo. */
export const stateOf = (scope: BranchScope, { mapping, row }: PaidFor) =>
  sql`(select state_of_row(to_jsonb(r)) from ${scope.rows(mapping.table)} as r where id = ${row.id})`;

export async function assertUnchanged(scope: BranchScope, paidFor: PaidFor, state: string): Promise<void> {
  const found = await scope.first(sql<{ state: string }>`select ${stateOf(scope, paidFor)} as state`);
  if (found?.state !== state) throw conflict(messages.followed);
}
