import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { TableMapping } from '#server/store/tables.ts';

/** Represents a stored enrolment or installment; money in piastres. */
export interface EnrolmentRow {
  readonly id: bigint;
  readonly related_id: bigint | null;
  readonly student_id: bigint;
  readonly price: bigint | null;
  readonly paid_amount: bigint;
  readonly installments_paid: bigint;
  /** Null for an installment. */
  readonly remaining: bigint | null;
  readonly month_id: bigint | null;
}

async function lockRow(
  scope: BranchScope,
  mapping: TableMapping,
  id: bigint,
): Promise<EnrolmentRow | undefined> {
  return scope.first(sql<EnrolmentRow>`
    select * from ${scope.rows(mapping.table)} as r
    where id = ${id} and kind = ${mapping.kind} for no key update`);
}

/** Locks an enrolment that installments can pay towards, until the transaction ends. */
export async function lockPayable(
  scope: BranchScope,
  mapping: TableMapping,
  id: bigint,
): Promise<EnrolmentRow | undefined> {
  const row = await lockRow(scope, mapping, id);
  return row?.related_id === null ? row : undefined;
}

/** Holds a locked row and its locked enrolment. The enrolment is always locked first, so that no deadlock arises. */
export interface LockedEnrolment {
  readonly row: EnrolmentRow;
  /** The enrolment of an installment; undefined for an enrolment itself. */
  readonly payable: EnrolmentRow | undefined;
}

/** Locks a row and the enrolment it pays towards, until the transaction ends. */
export async function lockEnrolment(
  scope: BranchScope,
  mapping: TableMapping,
  id: bigint,
): Promise<LockedEnrolment | undefined> {
  const found = await scope.first(sql<Pick<EnrolmentRow, 'related_id'>>`
    select related_id from ${scope.rows(mapping.table)} as r where id = ${id} and kind = ${mapping.kind}`);
  if (!found) return undefined;
  const payable = found.related_id === null ? undefined : await lockRow(scope, mapping, found.related_id);
  const row = await lockRow(scope, mapping, id);
  return row && { row, payable };
}

/** Counts the installments of an enrolment. */
export async function countInstallments(
  scope: BranchScope,
  mapping: TableMapping,
  id: bigint,
): Promise<number> {
  const counted = await scope.first(sql<{ count: number }>`
    select count(*)::float8 as count from ${scope.rows(mapping.table)} as r where related_id = ${id}`);
  return counted?.count ?? 0;
}
