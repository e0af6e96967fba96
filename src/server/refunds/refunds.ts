import { sql } from 'kysely';
import { collectionResources } from '#contract/collections.ts';
import { formatMoney, type Piastres } from '#contract/money.ts';
import { CREDIT } from '#contract/payment-methods.ts';
import { creditProblem, mostRefundable, type PaidSums, refundProblem } from '#contract/rules/refund.ts';
import { inputs } from '#contract/texts/inputs.en.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import { paysOutCredit } from '#contract/writes/going-back.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { parseRecordId } from '#server/db/columns.ts';
import { refundColumnOf, type TableMapping, tableOf } from '#server/db/tables.ts';
import { type EnrolmentRow, lockPayable, lockPayableOf, paidInAll } from '#server/enrolments/enrolments.ts';
import { lockCredit } from '#server/families/credit.ts';
import { resolveStudentId } from '#server/merges/merges.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict } from '#server/platform/http-error.ts';
import { takeNumbers } from '#server/records/counters.ts';
import type { ResourceHooks, StoredRow } from '#server/records/records.ts';
import { mostOf, seenNow } from '#server/records/seen-records.ts';

/** An enrolment or payout, locked. */
export interface PaidFor {
  readonly mapping: TableMapping;
  readonly row: EnrolmentRow;
}

const paidSumsOf = ({ row }: PaidFor): PaidSums => ({ paid: paidInAll(row), refunded: row.refunded });

export const nextRefundNumber = async (scope: BranchScope): Promise<string> =>
  `R-${await takeNumbers(scope, 'refund_counter')}`;

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

interface NewRefund extends ColumnValues {
  readonly resource: unknown;
  readonly related: unknown;
  readonly amount: Piastres;
  readonly method: unknown;
}

/** @throws {HttpError} 400 */
async function assertRefundable(
  scope: BranchScope,
  { mapping, row }: PaidFor,
  amount: Piastres,
  sums: PaidSums,
): Promise<void> {
  const problem = refundProblem(amount, sums);
  if (problem === undefined) return;
  throw badField('amount', problem, {
    code: 'paid-back',
    ...mostOf(mostRefundable(sums)),
    ...(await seenNow(scope, mapping, row.id)),
  });
}

/** @throws {HttpError} 400 */
async function checkPaidFor(
  scope: BranchScope,
  { resource, related, amount }: NewRefund,
): Promise<ColumnValues> {
  const name = collectionResources.find((one) => one === resource);
  if (!name) throw badField('resource', messages.notRefundable);
  const mapping = tableOf(name);
  const id = parseRecordId(String(related));
  const row = id === undefined ? undefined : await lockPayableOf(scope, mapping, id);
  if (!row) throw badField('related_record', messages.missingRecord, { code: 'missing-record' });
  const paidFor = { mapping, row };
  await assertRefundable(scope, paidFor, amount, paidSumsOf(paidFor));
  return columnsOf(scope, paidFor);
}

/** Pays credit out, which is owed to nobody else. @throws {HttpError} 400 */
async function checkCredit(
  scope: BranchScope,
  { related, amount, method }: NewRefund,
): Promise<ColumnValues> {
  const named = parseRecordId(String(related));
  const id = named === undefined ? undefined : await resolveStudentId(scope, named);
  const [student] = id === undefined ? [] : await lockCredit(scope, [id]);
  if (!student) throw badField('related_record', messages.missingRecord, { code: 'missing-record' });
  if (method === CREDIT) throw badField('payment_method', sentences.methods.unknown);
  const problem = creditProblem(amount, student.credit);
  if (problem !== undefined)
    throw badField('amount', problem, {
      code: 'overpaid',
      ...mostOf(student.credit),
      ...(await seenNow(scope, tableOf('student'), student.id)),
    });
  return { student_id: student.id, related_record: student.id, forgive: false };
}

const bigintIn = (value: unknown): bigint => (typeof value === 'bigint' ? value : 0n);

async function lockPaidFor(
  scope: BranchScope,
  { resource, enrolment_id, book_payout_id }: ColumnValues,
): Promise<PaidFor | undefined> {
  const name = collectionResources.find((one) => one === resource);
  const mapping = name && tableOf(name);
  const row = mapping && (await lockPayable(scope, mapping, String(enrolment_id ?? book_payout_id)));
  return mapping && row && { mapping, row };
}

/** What is owed again must not be more than what was not paid again since. */
function paidAgain({ amount, forgive }: StoredRow, { row }: PaidFor, becomes: Piastres): string | undefined {
  const least = bigintIn(amount) - (row.remaining ?? 0n);
  if (forgive === true || becomes >= least) return undefined;
  return messages.paidAgain({ least: formatMoney(least) });
}

const belongs = ({ withdrawal_id, book_return_id }: StoredRow) =>
  withdrawal_id !== null || book_return_id !== null;

async function checkAmount(scope: BranchScope, row: StoredRow, becomes: Piastres): Promise<void> {
  if (belongs(row)) throw conflict(messages.refundBelongs);
  const paidFor = await lockPaidFor(scope, row);
  if (!paidFor || row.payment_method === CREDIT) throw badField('amount', messages.creditStays);
  const more = becomes - bigintIn(row.amount);
  const { paid, refunded } = paidSumsOf(paidFor);
  if (more > 0n)
    return assertRefundable(scope, paidFor, becomes, { paid, refunded: refunded - bigintIn(row.amount) });
  const problem = paidAgain(row, paidFor, becomes);
  if (problem !== undefined) throw badField('amount', problem, { code: 'paid-back' });
}

/** Decision 131. */
export const refundHooks: ResourceHooks = {
  async lockFirst(scope, id) {
    const refund = await scope.first(sql<ColumnValues>`
      select resource, enrolment_id, book_payout_id from ${scope.rows('refund')} as r where id = ${id}`);
    if (refund) await lockPaidFor(scope, refund);
  },
  async beforeCreate(
    scope,
    { resource, related_record: related, amount, payment_method: method, ...columns },
  ) {
    const made = { resource, related, amount: bigintIn(amount), method };
    const follows = await (paysOutCredit(made) ? checkCredit : checkPaidFor)(scope, made);
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
    const problem = paidAgain(row, paidFor, 0n);
    if (problem !== undefined) throw conflict(problem);
  },
};
