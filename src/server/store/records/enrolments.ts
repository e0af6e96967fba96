import { sql } from 'kysely';
import { formOf, type InstallmentForm } from '#contract/define-resource.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId, toColumns } from '#server/store/columns.ts';
import { notFound } from '#server/store/http-error.ts';
import { searchColumns } from '#server/store/lists/search-text.ts';
import { lockMonthShared } from '#server/store/months/month-lock.ts';
import { keepCancelled } from '#server/store/receipts/receipts.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { assertRules, parseCreate } from './body.ts';
import { assertVersion, type IfMatch } from './changed-meanwhile.ts';
import { assertNoDependents, countLabel } from './dependents.ts';
import { countInstallments, type LockedEnrolment, lockEnrolment } from './enrolment-rows.ts';
import { assertEnrolmentMonthNotEnded, assertNotOverpaid, type Money } from './enrolment-rules.ts';
import { assertImmutable } from './immutable-fields.ts';
import { assertPayable, insertInstallment, insertPayable, lockPaid } from './installments.ts';
import { mergedPatch } from './merged-patch.ts';
import { payableHooksOf } from './payables.ts';
import type { WireRecord } from './record-reader.ts';
import { type RecordChange, type Repository, requireRecord } from './repository.ts';

async function createInstallment(
  scope: BranchScope,
  mapping: TableMapping,
  form: InstallmentForm,
  body: unknown,
): Promise<WireRecord> {
  const draft = parseCreate(form, body);
  const month = await lockMonthShared(scope);
  const payable = await lockPaid(scope, mapping, form, draft);
  assertPayable(payable, form, draft);
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
  const parsed = parseId(id);
  await lockMonthShared(scope);
  const locked = parsed === undefined ? undefined : await lockEnrolment(scope, mapping, parsed);
  if (!locked) throw notFound();
  return locked;
}

function moneyAfter({ row }: LockedEnrolment, columns: Record<string, unknown>): Money {
  const { price, paid_amount } = columns;
  return {
    price: typeof price === 'bigint' ? price : row.price,
    paid_amount: typeof paid_amount === 'bigint' ? paid_amount : row.paid_amount,
  };
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
  const patch = mergedPatch(form, before, body);
  if (!patch) return { before, after: before };
  assertImmutable(form, before, patch);
  const { related_record_id: _immutable, ...columns } = toColumns(form.fields, patch);
  const validate = locked.payable ? undefined : payableHooksOf(mapping).validateUpdate;
  if (!validate) assertNotOverpaid(locked, moneyAfter(locked, columns));
  const merged = { ...before, ...patch };
  assertRules(form, merged);
  await assertEnrolmentMonthNotEnded(scope, mapping, locked, columns);
  await validate?.(scope, locked.row, columns);
  await scope.update(mapping.table, sql`id = ${locked.row.id}`, {
    ...columns,
    ...searchColumns(mapping.resource, merged),
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
  const installments = await countInstallments(scope, mapping, locked.row.id);
  assertNoDependents(mapping, record, [countLabel(mapping, true, installments)]);
  await assertEnrolmentMonthNotEnded(scope, mapping, locked);
  await keepCancelled(scope, mapping, record, reason);
  await scope.remove(mapping.table, sql`id = ${locked.row.id}`);
  return record;
}

/** Writes enrolments of every kind, book payouts, and their installments (decisions 11, 12, 16, 18, 20, 36, 37, 42). */
export const enrolments: Repository = { create, update, remove };
