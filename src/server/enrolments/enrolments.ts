import { sql } from 'kysely';
import { type Draft, formOf, type InstallmentForm } from '#contract/define-resource.ts';
import type { FieldMap } from '#contract/fields.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { CREDIT } from '#contract/payment-methods.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { discountAfterPrice } from '#contract/rules/discounts.ts';
import { isPayable, paidTooMuch, payableProblem } from '#contract/rules/payable.ts';
import { paidBackProblem } from '#contract/rules/refund.ts';
import { endByPeriod } from '#contract/rules/term.ts';
import { bookPayoutHooks } from '#server/books/books.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { missingReferenceMessage, requireRecordId, toColumns } from '#server/db/columns.ts';
import { refundColumnOf, type TableMapping, tableOf } from '#server/db/tables.ts';
import { takeCredit } from '#server/families/credit.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict, deletedMeanwhile } from '#server/platform/http-error.ts';
import { assertRules, mergedPatch, parseCreate } from '#server/records/body.ts';
import { searchColumns } from '#server/records/list-search.ts';
import { lockMonthShared, type RunningMonth } from '#server/records/month-lock.ts';
import { requireReasonIfPrinted } from '#server/records/printed.ts';
import { isOfKind } from '#server/records/record-columns.ts';
import { insertRecord, type WireRecord } from '#server/records/record-reader.ts';
import type { ResourceHooks } from '#server/records/records.ts';
import { type RecordChange, type Repository, requireRecord } from '#server/records/repository.ts';
import { asSeen, mostOf, seenNow } from '#server/records/seen-records.ts';
import {
  assertImmutable,
  assertMonthNotEnded,
  assertNoDependents,
  assertNotEnded,
  assertVersion,
  countLabel,
  type IfMatch,
} from '#server/records/write-guards.ts';
import { assertRenewable } from './renewable.ts';

export interface EnrolmentRow extends ColumnValues {
  readonly id: string;
  readonly related_id: string | null;
  readonly student_id: string;
  readonly price: bigint | null;
  readonly paid_amount: bigint;
  readonly installments_paid: bigint;
  /** Decision 131; 0 for an installment, like `forgiven`. */
  readonly refunded: bigint;
  readonly forgiven: bigint;
  /** Null for an installment. */
  readonly remaining: bigint | null;
  readonly month_id: bigint | null;
  /** yyyy-MM-dd; null where it follows the period. */
  readonly ends_on?: string | null;
}

const lockRow = (scope: BranchScope, mapping: TableMapping, id: string) =>
  scope.first(sql<EnrolmentRow>`
    select * from ${scope.rows(mapping.table)} as r
    where id = ${id} and ${isOfKind(mapping)} for no key update`);

export async function lockPayable(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
): Promise<EnrolmentRow | undefined> {
  const row = await lockRow(scope, mapping, id);
  return row?.related_id === null ? row : undefined;
}

/** What a record pays for, or the record itself; undefined if it does not exist. */
export async function lockPayableOf(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
): Promise<EnrolmentRow | undefined> {
  const found = await scope.first(sql<{ payable: string }>`
    select coalesce(related_id, id) as payable from ${scope.rows(mapping.table)} as r
    where id = ${id} and ${isOfKind(mapping)}`);
  return found && lockPayable(scope, mapping, found.payable);
}

/** Of a payable, in piastres. */
export const paidInAll = ({ paid_amount, installments_paid }: EnrolmentRow) =>
  paid_amount + installments_paid;

/** The payable is always locked first, so that no deadlock arises. */
interface LockedEnrolment {
  readonly row: EnrolmentRow;
  readonly payable: EnrolmentRow | undefined;
}

async function lockEnrolment(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
): Promise<LockedEnrolment | undefined> {
  const found = await scope.first(sql<Pick<EnrolmentRow, 'related_id'>>`
    select related_id from ${scope.rows(mapping.table)} as r where id = ${id} and ${isOfKind(mapping)}`);
  if (!found) return undefined;
  const payable = found.related_id === null ? undefined : await lockRow(scope, mapping, found.related_id);
  const row = await lockRow(scope, mapping, id);
  return row && { row, payable };
}

/** In piastres. */
interface Money {
  readonly price: bigint | null;
  readonly paid_amount: bigint;
}

/**
 * Decisions 11 and 42.
 * @throws {HttpError} 400
 */
async function assertWithinRemaining(
  scope: BranchScope,
  mapping: TableMapping,
  payable: EnrolmentRow,
  { paid, remaining }: { readonly paid: bigint; readonly remaining: bigint },
): Promise<void> {
  const problem = payableProblem(paid, remaining);
  if (problem === undefined) return;
  throw badField('paid_amount', problem, {
    code: 'overpaid',
    ...mostOf(remaining),
    ...(await seenNow(scope, mapping, payable.id)),
  });
}

async function assertPriceNotExceeded(
  scope: BranchScope,
  mapping: TableMapping,
  before: EnrolmentRow,
  after: Money,
): Promise<void> {
  const { installments_paid, refunded, forgiven } = before;
  const payable = (after.price ?? 0n) - forgiven - installments_paid + refunded;
  if (isPayable(after.paid_amount, payable)) return;
  const paid = formatMoney(after.paid_amount + installments_paid - refunded);
  const facts = { code: 'overpaid', ...(await seenNow(scope, mapping, before.id)) } as const;
  if (after.paid_amount > before.paid_amount && payable >= 0n) {
    throw badField('paid_amount', paidTooMuch(payable), { ...facts, ...mostOf(payable) });
  }
  throw badField(
    'price',
    messages.pricePaid({ paid, forgiven: forgiven > 0n && formatMoney(forgiven) }),
    facts,
  );
}

/**
 * What was paid back stays covered by what was paid (decision 131).
 * @param paid piastres; what the payment becomes
 */
function paidBackProblemOf({ row, payable = row }: LockedEnrolment, paid: bigint): string | undefined {
  const { refunded } = payable;
  return paid < row.paid_amount
    ? paidBackProblem({ paid: paidInAll(payable) - row.paid_amount + paid, refunded })
    : undefined;
}

/**
 * Decisions 11 and 131.
 * @throws {HttpError} 400 at paid_amount, or at price if that was changed
 */
async function assertNotOverpaid(
  scope: BranchScope,
  mapping: TableMapping,
  locked: LockedEnrolment,
  after: Money,
): Promise<void> {
  const { row, payable } = locked;
  const problem = paidBackProblemOf(locked, after.paid_amount);
  if (problem !== undefined)
    throw badField('paid_amount', problem, {
      code: 'paid-back',
      ...(await seenNow(scope, mapping, (payable ?? row).id)),
    });
  if (!payable) return assertPriceNotExceeded(scope, mapping, row, after);
  const remaining = (payable.remaining ?? 0n) + row.paid_amount;
  await assertWithinRemaining(scope, mapping, payable, { paid: after.paid_amount, remaining });
}

/**
 * Cash, and fully paid prices, of ended months cannot change (decisions 20 and 37).
 * @param columns the changed ones; undefined for a delete
 * @throws {HttpError} 409
 */
async function assertEnrolmentMonthNotEnded(
  scope: BranchScope,
  mapping: TableMapping,
  { row }: LockedEnrolment,
  columns?: ColumnValues,
): Promise<void> {
  await assertMonthNotEnded(scope, mapping, row, columns);
  const price = columns?.price;
  if (price !== undefined && price !== row.price && row.remaining === 0n)
    await assertNotEnded(scope, mapping, row);
}

/**
 * Credit that was used is in the account of its student: such a payment is deleted and recorded anew. Who has left owes
 * what was agreed then (decision 131).
 * @throws {HttpError} 400 at the changed field
 */
function assertStays(row: EnrolmentRow, columns: ColumnValues): void {
  const changed = (name: string) => columns[name] !== undefined && columns[name] !== row[name];
  const field = ['payment_method', 'paid_amount'].find(changed);
  const isByCredit = row.payment_method === CREDIT || columns.payment_method === CREDIT;
  if (field && isByCredit) throw badField(field, messages.creditStays);
  if (row.left_on && changed('price')) throw badField('price', messages.hasLeft, { code: 'has-left' });
}

const hooks: Readonly<Partial<Record<ResourceName, ResourceHooks>>> = { 'book-payout': bookPayoutHooks };

const none: ResourceHooks = {};

export function payableHooksOf({ resource }: TableMapping): ResourceHooks {
  return hooks[resource.name] ?? none;
}

/** An installment takes over these columns of its payable, such as student and book. */
function referencesIn({ resource }: TableMapping, payable: ColumnValues): ColumnValues {
  const columns = Object.entries(resource.fields).flatMap(([name, { kind }]) =>
    kind === 'reference' ? [`${name}_id`] : [],
  );
  return Object.fromEntries(columns.map((column) => [column, payable[column]]));
}

/** A chosen last day that is that of the period follows the period (decision 133). */
function endColumn(fields: FieldMap, draft: Draft): ColumnValues {
  if (!fields.ends_on || !draft.ends_on) return {};
  return { ends_on: draft.ends_on === endByPeriod(fields, draft) ? null : draft.ends_on };
}

/** Into the running month, or the next one (decision 18). */
async function insertEnrolment(
  scope: BranchScope,
  mapping: TableMapping,
  draft: Draft,
  columns: Record<string, unknown>,
  month: RunningMonth | undefined,
): Promise<WireRecord> {
  const record = await insertRecord(scope, mapping, {
    id: draft.id,
    ...columns,
    ...endColumn(mapping.resource.fields, { ...draft, day: scope.today }),
    ...searchColumns(mapping.resource, draft),
    kind: mapping.kind,
    month_id: month?.id ?? null,
    created_at: scope.now,
    created_by: scope.userId,
  });
  const { payment_method, paid_amount: amount } = columns;
  if (payment_method === CREDIT && typeof amount === 'bigint' && amount > 0n)
    await takeCredit(scope, {
      student: String(record.student),
      amount,
      source: mapping.kind === undefined ? 'book_payout' : 'enrolment',
      record: record.id,
    });
  return record;
}

interface Payable {
  readonly draft: Draft;
  readonly month: RunningMonth | undefined;
  /** The collection that it is made with (decision 104); the record takes over the receipt number. */
  readonly collection?: string;
}

/**
 * Adds the values that hooks stamp under their locks.
 * @throws {HttpError} 400 at its fields
 */
export async function insertPayable(
  scope: BranchScope,
  mapping: TableMapping,
  { draft, month, collection }: Payable,
): Promise<WireRecord> {
  await assertRenewable(scope, mapping, draft);
  const columns = toColumns(mapping.resource.fields, draft);
  const additions = await payableHooksOf(mapping).beforeCreate?.(scope, columns);
  const paper = collection !== undefined && {
    collection_id: collection,
    receipt_number: draft.receipt_number,
  };
  return insertEnrolment(scope, mapping, draft, { ...columns, ...additions?.serverFields, ...paper }, month);
}

/**
 * Until the transaction ends.
 * @throws {HttpError} 400 if it does not exist
 */
export async function lockPaid(
  scope: BranchScope,
  mapping: TableMapping,
  { fields }: InstallmentForm,
  draft: Draft,
): Promise<EnrolmentRow> {
  const { related_record_id: related } = toColumns(fields, draft);
  const payable = typeof related === 'string' ? await lockPayable(scope, mapping, related) : undefined;
  const field = fields.related_record;
  if (!payable) {
    const message = field ? missingReferenceMessage(field) : messages.notFound;
    throw badField('related_record', message, { code: 'missing-record' });
  }
  return payable;
}

/**
 * The payable must be locked (decisions 11 and 42).
 * @throws {HttpError} 400
 */
export async function assertPayable(
  scope: BranchScope,
  mapping: TableMapping,
  payable: EnrolmentRow,
  paid: unknown,
): Promise<void> {
  const remaining = payable.remaining ?? 0n;
  if (typeof paid === 'bigint') await assertWithinRemaining(scope, mapping, payable, { paid, remaining });
}

interface Installment {
  readonly form: InstallmentForm;
  readonly draft: Draft;
  readonly payable: EnrolmentRow;
  readonly month: RunningMonth | undefined;
  /** The collection that it is received with (decision 53). */
  readonly collection?: string;
}

/** The payable must be locked. The installment takes over its references, such as student and book. */
export function insertInstallment(
  scope: BranchScope,
  mapping: TableMapping,
  { form, draft, payable, month, collection }: Installment,
): Promise<WireRecord> {
  const { related_record_id: _related, ...columns } = toColumns(form.fields, draft);
  const linked = {
    ...columns,
    related_id: payable.id,
    collection_id: collection,
    ...referencesIn(mapping, payable),
  };
  return insertEnrolment(scope, mapping, draft, linked, month);
}

async function createInstallment(
  scope: BranchScope,
  mapping: TableMapping,
  form: InstallmentForm,
  body: unknown,
): Promise<WireRecord> {
  const draft = parseCreate(form, body);
  const month = await lockMonthShared(scope);
  const payable = await lockPaid(scope, mapping, form, draft);
  await assertPayable(scope, mapping, payable, toColumns(form.fields, draft).paid_amount);
  return insertInstallment(scope, mapping, { form, draft, payable, month });
}

async function create(scope: BranchScope, mapping: TableMapping, body: unknown): Promise<WireRecord> {
  const { resource } = mapping;
  const isInstallment =
    typeof body === 'object' && body !== null && 'is_installment' in body && body.is_installment === true;
  if (isInstallment && resource.installment) {
    return createInstallment(scope, mapping, resource.installment, body);
  }
  const draft = parseCreate(resource, body);
  const month = await lockMonthShared(scope);
  return insertPayable(scope, mapping, { draft, month });
}

async function lockById(scope: BranchScope, mapping: TableMapping, id: string): Promise<LockedEnrolment> {
  const parsed = requireRecordId(id);
  await lockMonthShared(scope);
  const locked = await lockEnrolment(scope, mapping, parsed);
  if (!locked) throw deletedMeanwhile();
  return locked;
}

function moneyAfter({ row }: LockedEnrolment, columns: Record<string, unknown>): Money {
  const { price, paid_amount } = columns;
  return {
    price: typeof price === 'bigint' ? price : row.price,
    paid_amount: typeof paid_amount === 'bigint' ? paid_amount : row.paid_amount,
  };
}

/** A client that changes the price alone may know no discounts, and must not be refused for one (decision 132). */
function withDiscountOfPrice(before: WireRecord, patch: Draft): Draft {
  const isAlone = ['list_price', 'discount', 'discount_reason'].every((name) => patch[name] === undefined);
  const price = isAlone ? readPiastres(patch.price) : undefined;
  return price === undefined ? patch : { ...patch, ...discountAfterPrice(before, price) };
}

async function update(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
  body: unknown,
  ifMatch?: IfMatch,
): Promise<RecordChange> {
  const locked = await lockById(scope, mapping, id);
  const before = await requireRecord(scope, mapping, id);
  assertVersion(before, ifMatch);
  const form = formOf(mapping.resource, before);
  const merged = mergedPatch(form, before, body);
  if (!merged) return { before, after: before };
  const patch = withDiscountOfPrice(before, merged);
  assertImmutable(form, before, patch);
  const { related_record_id: _immutable, ...columns } = toColumns(form.fields, patch);
  assertStays(locked.row, columns);
  const validate = locked.payable ? undefined : payableHooksOf(mapping).validateUpdate;
  if (!validate) await assertNotOverpaid(scope, mapping, locked, moneyAfter(locked, columns));
  const after = { ...before, ...patch };
  const { ends_on: last = locked.row.ends_on } = patch;
  assertRules(form, { ...after, ends_on: last }, { ...before });
  await assertEnrolmentMonthNotEnded(scope, mapping, locked, columns);
  await validate?.(scope, locked.row, columns);
  await scope.update(mapping.table, sql`id = ${locked.row.id}`, {
    ...columns,
    ...endColumn(form.fields, { ...after, ends_on: last }),
    ...searchColumns(mapping.resource, after),
  });
  return { before, after: await requireRecord(scope, mapping, id) };
}

async function remove(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
  ifMatch?: IfMatch,
  reason?: string,
): Promise<WireRecord> {
  const locked = await lockById(scope, mapping, id);
  const record = await requireRecord(scope, mapping, id);
  assertVersion(record, ifMatch);
  const installments = await scope.count(
    sql`from ${scope.rows(mapping.table)} as r where related_id = ${locked.row.id}`,
  );
  const isRefunded = locked.payable
    ? sql`resource = ${mapping.resource.name} and related_record = ${locked.row.id}`
    : sql`${sql.ref(refundColumnOf(mapping))} = ${locked.row.id}`;
  const refunds = await scope.count(sql`from ${scope.rows('refund')} as r where ${isRefunded}`);
  assertNoDependents(mapping, record, [
    countLabel(mapping, true, installments),
    countLabel(tableOf('refund'), false, refunds),
  ]);
  const problem = locked.payable && paidBackProblemOf(locked, 0n);
  if (problem !== undefined)
    throw conflict(problem, { code: 'paid-back', current: asSeen(scope, mapping, record) });
  await assertEnrolmentMonthNotEnded(scope, mapping, locked);
  await requireReasonIfPrinted(scope, mapping, record, reason);
  await scope.remove(mapping.table, sql`id = ${locked.row.id}`);
  return record;
}

/** Decisions 11, 12, 16, 18, 20, 36, 37, 42, 131. */
export const enrolments: Repository = { create, update, remove };
