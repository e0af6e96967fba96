import type { Draft, InstallmentForm } from '#contract/define-resource.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { missingReferenceMessage, toColumns } from '#server/store/columns.ts';
import { badField } from '#server/store/http-error.ts';
import { searchColumns } from '#server/store/lists/search-text.ts';
import { messages } from '#server/store/messages.ts';
import type { RunningMonth } from '#server/store/months/month-lock.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { type EnrolmentRow, lockPayable } from './enrolment-rows.ts';
import { assertWithinRemaining } from './enrolment-rules.ts';
import { payableHooksOf, referencesIn } from './payables.ts';
import { insertRecord, type WireRecord } from './record-reader.ts';

/** Inserts an enrolment, payout or installment into the month that runs, or into the next one (decision 18). */
function insertEnrolment(
  scope: BranchScope,
  mapping: TableMapping,
  draft: Draft,
  columns: Record<string, unknown>,
  month: RunningMonth | undefined,
): Promise<WireRecord> {
  return insertRecord(scope, mapping, {
    ...columns,
    ...searchColumns(mapping.resource, draft),
    kind: mapping.kind,
    month_id: month?.id ?? null,
    created_at: scope.now,
    created_by: scope.userId,
  });
}

/** Describes an enrolment or payout whose body was found to be right. */
interface Payable {
  readonly draft: Draft;
  readonly month: RunningMonth | undefined;
  /** The collection that it is made with (decision 104): it takes over the number of the paper, whatever its own fields are. */
  readonly collection?: bigint;
}

/** Inserts an enrolment or payout with what its hooks stamp under their locks. @throws {HttpError} 400 at its fields */
export async function insertPayable(
  scope: BranchScope,
  mapping: TableMapping,
  { draft, month, collection }: Payable,
): Promise<WireRecord> {
  const columns = toColumns(mapping.resource.fields, draft);
  const additions = await payableHooksOf(mapping).beforeCreate?.(scope, columns);
  const paper = collection !== undefined && {
    collection_id: collection,
    receipt_number: draft.receipt_number,
  };
  return insertEnrolment(scope, mapping, draft, { ...columns, ...additions?.serverFields, ...paper }, month);
}

/** Locks what an installment pays for, until the transaction ends. @throws {HttpError} 400 if it does not exist */
export async function lockPaid(
  scope: BranchScope,
  mapping: TableMapping,
  { fields }: InstallmentForm,
  draft: Draft,
): Promise<EnrolmentRow> {
  const { related_record_id: related } = toColumns(fields, draft);
  const payable = typeof related === 'bigint' ? await lockPayable(scope, mapping, related) : undefined;
  const field = fields.related_record;
  if (!payable) throw badField('related_record', field ? missingReferenceMessage(field) : messages.notFound);
  return payable;
}

/** Rejects an installment of more than what remains of its locked payable (decisions 11 and 42). @throws {HttpError} 400 */
export function assertPayable({ remaining }: EnrolmentRow, { fields }: InstallmentForm, draft: Draft): void {
  const { paid_amount: paid } = toColumns(fields, draft);
  if (typeof paid === 'bigint') assertWithinRemaining(paid, remaining ?? 0n);
}

/** Describes an installment that was found to be right. */
interface Installment {
  readonly form: InstallmentForm;
  readonly draft: Draft;
  /** What it pays for, locked. */
  readonly payable: EnrolmentRow;
  readonly month: RunningMonth | undefined;
  /** The collection that it is received with (decision 53). */
  readonly collection?: bigint;
}

/** Inserts an installment towards a locked record; it takes over what that refers to, such as student and book. */
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
