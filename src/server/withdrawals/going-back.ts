import { sql } from 'kysely';
import type { z } from 'zod';
import type { Day } from '#contract/days.ts';
import { type FieldProblem, fieldErrors, WHOLE } from '#contract/errors.ts';
import { lineId } from '#contract/ids.ts';
import { formatDecimal, type Piastres, parsePiastres } from '#contract/money.ts';
import { CASH, CREDIT, methodProblem } from '#contract/payment-methods.ts';
import { type Leaving, leavingProblem, leavingSums } from '#contract/rules/refund.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import type { PaidOut } from '#contract/withdrawals.ts';
import type { WriteAnswer } from '#contract/writes/answer.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { requireRecordId } from '#server/db/columns.ts';
import { type TableMapping, tableOf } from '#server/db/tables.ts';
import { lockPayable, paidInAll } from '#server/enrolments/enrolments.ts';
import { appendHistory, historyRecordOf } from '#server/history/history.ts';
import { inPlainWords } from '#server/messages/plain-words.ts';
import { messages } from '#server/messages/store.en.ts';
import { badFields, conflict, HttpError, notFound } from '#server/platform/http-error.ts';
import { readLists } from '#server/records/branch-lists.ts';
import { searchColumns } from '#server/records/list-search.ts';
import { lockMonthShared } from '#server/records/month-lock.ts';
import { insertRecord, readMatching, type WireRecord } from '#server/records/record-reader.ts';
import { requireRecord } from '#server/records/repository.ts';
import { mostOf, seenNow } from '#server/records/seen-records.ts';
import { assertNotEnded } from '#server/records/write-guards.ts';
import { columnsOf, nextRefundNumber, type PaidFor } from '#server/refunds/refunds.ts';

const refunds = tableOf('refund');

/** Problems of members stand at their path: `refund.amount`. */
export function parseNested<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {}, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  throw badFields(
    parsed.error.issues.map(({ path, message }) => ({
      field: path.map(String).join('.') || WHOLE,
      message,
    })),
  );
}

interface GoesBack {
  readonly refund?: PaidOut | null | undefined;
  readonly credit?: string | null | undefined;
  readonly reason: string;
}

const amountIn = (text: string | null | undefined): Piastres => (text ? parsePiastres(text) : 0n);

export async function lockPaidFor(scope: BranchScope, mapping: TableMapping, id: string): Promise<PaidFor> {
  const parsed = requireRecordId(id);
  await lockMonthShared(scope);
  const row = await lockPayable(scope, mapping, parsed);
  if (!row) throw notFound();
  return { mapping, row };
}

export const netPaidOf = ({ row }: PaidFor): Piastres => paidInAll(row) - row.refunded;

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
      ? { field: 'payment_method', message: sentences.methods.unknown }
      : methodProblem((await readLists(scope)).payment_methods, method, reference);
  return problem && { ...problem, field: `refund.${problem.field}` };
}

export async function assertGoesBack(
  scope: BranchScope,
  { mapping, row }: PaidFor,
  leaving: Leaving,
  body: GoesBack,
): Promise<void> {
  const amounts = { refund: amountIn(body.refund?.amount), credit: amountIn(body.credit) };
  const misfit = leavingProblem(leaving, amounts);
  if (misfit) {
    const { field, message } = misfit;
    const { most } = mostOf(leavingSums(leaving).back - amounts.credit);
    const named = field === 'refund' && body.refund && most ? { field: 'refund.amount', most } : { field };
    const seen = await seenNow(scope, mapping, row.id);
    const problems = [{ ...named, message, code: 'paid-back' as const, ...seen }];
    throw new HttpError(400, { ...fieldErrors([misfit]), problems });
  }
  const problem = await refundProblem(scope, body);
  if (problem) throw badFields([problem]);
}

async function insertRefund(scope: BranchScope, paidFor: PaidFor, values: ColumnValues): Promise<WireRecord> {
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
const effectiveDay = (day: Day, { today }: BranchScope): Day => (day < today ? day : today);

export type LeavingTable = 'withdrawal' | 'book_return';

/** Nothing is in the history yet. All movements of a write have one day (decision 170). */
async function payOut(
  scope: BranchScope,
  paidFor: PaidFor,
  { refund, credit, reason }: GoesBack,
  { table, id, day }: { readonly table: LeavingTable; readonly id: string; readonly day: Day },
): Promise<readonly WireRecord[]> {
  const belonging = { [`${table}_id`]: id, ...(day < scope.today && { custom_date: day }) };
  const made: WireRecord[] = [];
  if (refund) {
    const { amount, payment_method, payment_reference, receipt_number, notes } = refund;
    const how = { payment_method, payment_reference, receipt_number, notes };
    made.push(
      await insertRefund(scope, paidFor, {
        id: lineId(id, 1),
        ...how,
        ...belonging,
        reason,
        amount: parsePiastres(amount),
      }),
    );
  }
  const kept = amountIn(credit);
  if (kept > 0n)
    made.push(
      await insertRefund(scope, paidFor, {
        id: lineId(id, 2),
        ...belonging,
        reason,
        amount: kept,
        payment_method: CREDIT,
      }),
    );
  return made;
}

export const refundsOf = (scope: BranchScope, table: LeavingTable, id: string) =>
  readMatching(scope, refunds, sql`r.${sql.ref(`${table}_id`)} = ${id}`, sql`r.id`);

export function wireWentBack(made: readonly WireRecord[]) {
  const credit = made.find(({ payment_method }) => payment_method === CREDIT);
  return {
    refund: made.find(({ payment_method }) => payment_method !== CREDIT) ?? null,
    credit: String(credit?.amount ?? formatDecimal(0n)),
  };
}

async function takeRefundsBack(scope: BranchScope, made: readonly WireRecord[]): Promise<void> {
  for (const { id, month } of made)
    await assertNotEnded(scope, refunds, { id, month_id: typeof month === 'string' ? BigInt(month) : null });
  const ids = made.map(({ id }) => id);
  if (ids.length > 0) await scope.remove('refund', sql`id = any(${ids}::uuid[])`);
  for (const before of made)
    await appendHistory(scope, { ...historyRecordOf(refunds, before), action: 'deleted', before });
}

const movementsOf = (scope: BranchScope, mapping: TableMapping, payable: string) =>
  sql`from ${scope.rows('movement')} as r
    where payable = ${payable} and (resource = 'book-payout') = ${mapping.kind === undefined}`;

interface Stored {
  readonly id: string;
  readonly last_movement: bigint;
}

/** The movements after it, without those of its own, come to nothing for each student. */
export async function isLast(
  scope: BranchScope,
  mapping: TableMapping,
  { table, payable, id, last_movement }: Stored & { readonly table: LeavingTable; readonly payable: string },
): Promise<boolean> {
  const followed = await scope.first(sql`
    select type ${movementsOf(scope, mapping, payable)} and id > ${last_movement}
      and not (source = ${table} and record_id = ${id})
      and not (source = 'refund' and record_id in (
        select refund.id from ${scope.rows('refund')} as refund where ${sql.ref(`${table}_id`)} = ${id}))
    group by type, student_id having sum(amount) <> 0 limit 1`);
  return followed === undefined;
}

interface NewLeaving {
  readonly table: LeavingTable;
  readonly values: ColumnValues & { readonly reason: string };
  readonly day: Day;
  readonly forgiven: Piastres;
  readonly changes: ColumnValues;
  readonly note: string;
}

export async function goBack(
  scope: BranchScope,
  paidFor: PaidFor,
  goesBack: GoesBack,
  { table, values, day, forgiven, changes, note }: NewLeaving,
): Promise<WriteAnswer> {
  const { mapping, row } = paidFor;
  const before = await requireRecord(scope, mapping, row.id);
  const { last_movement } = await scope.one(sql<{ last_movement: bigint }>`
    select coalesce(max(id), 0) as last_movement ${movementsOf(scope, mapping, row.id)}`);
  const made = await scope.insert(
    table,
    {
      ...values,
      effective_date: effectiveDay(day, scope),
      forgiven: 0n,
      last_movement,
      created_at: scope.now,
      created_by: scope.userId,
    },
    sql<{ id: string }>`returning id`,
  );
  if (!made) throw new Error(`insert into ${table} returned no row`);
  // What was paid back no longer covers the price when that is lowered.
  const refundsMade = await payOut(scope, paidFor, goesBack, { table, id: made.id, day });
  await scope.update(table, sql`id = ${made.id}`, { forgiven });
  await scope.update(mapping.table, sql`id = ${row.id}`, changes);
  const after = await requireRecord(scope, mapping, row.id);
  for (const refund of refundsMade)
    await appendHistory(scope, { ...historyRecordOf(refunds, refund), action: 'created', after: refund });
  await appendHistory(scope, { ...historyRecordOf(mapping, after), action: 'changed', before, after, note });
  return {
    records: [
      { resource: mapping.resource.name, record: after },
      ...refundsMade.map((record) => ({ resource: refunds.resource.name, record })),
    ],
  };
}

export async function undoGoingBack(
  scope: BranchScope,
  paidFor: PaidFor,
  stored: Stored,
  { table, changes, note }: Pick<NewLeaving, 'table' | 'changes' | 'note'>,
): Promise<WriteAnswer> {
  const { mapping, row } = paidFor;
  const made = await refundsOf(scope, table, stored.id);
  if (!(await isLast(scope, mapping, { ...stored, table, payable: row.id })))
    throw conflict(messages.followed);
  const before = await requireRecord(scope, mapping, row.id);
  await scope.update(table, sql`id = ${stored.id}`, { forgiven: 0n });
  await scope.update(mapping.table, sql`id = ${row.id}`, changes);
  await takeRefundsBack(scope, made);
  await scope.remove(table, sql`id = ${stored.id}`);
  const after = await requireRecord(scope, mapping, row.id);
  await appendHistory(scope, { ...historyRecordOf(mapping, after), action: 'changed', before, after, note });
  return { records: [{ resource: mapping.resource.name, record: after }] };
}
