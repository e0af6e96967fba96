import { sql } from 'kysely';
import type { BranchScope, ColumnValues } from '#server/store/branch-scope.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { isOfKind } from './record-columns.ts';

/** Represents a stored enrolment, book payout or installment; money in piastres. */
export interface EnrolmentRow extends ColumnValues {
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
    where id = ${id} and ${isOfKind(mapping)} for no key update`);
}

/** Locks an enrolment or payout that installments can pay towards, until the transaction ends. */
export async function lockPayable(
  scope: BranchScope,
  mapping: TableMapping,
  id: bigint,
): Promise<EnrolmentRow | undefined> {
  const row = await lockRow(scope, mapping, id);
  return row?.related_id === null ? row : undefined;
}

/** Holds a locked row and what it pays for, locked too. That is always locked first, so that no deadlock arises. */
export interface LockedEnrolment {
  readonly row: EnrolmentRow;
  /** What an installment pays for; undefined for any other record. */
  readonly payable: EnrolmentRow | undefined;
}

/** Locks a row and the record it pays towards, until the transaction ends. */
export async function lockEnrolment(
  scope: BranchScope,
  mapping: TableMapping,
  id: bigint,
): Promise<LockedEnrolment | undefined> {
  const found = await scope.first(sql<Pick<EnrolmentRow, 'related_id'>>`
    select related_id from ${scope.rows(mapping.table)} as r where id = ${id} and ${isOfKind(mapping)}`);
  if (!found) return undefined;
  const payable = found.related_id === null ? undefined : await lockRow(scope, mapping, found.related_id);
  const row = await lockRow(scope, mapping, id);
  return row && { row, payable };
}

/** Counts the installments of a record. */
export async function countInstallments(
  scope: BranchScope,
  mapping: TableMapping,
  id: bigint,
): Promise<number> {
  const counted = await scope.first(sql<{ count: number }>`
    select count(*)::float8 as count from ${scope.rows(mapping.table)} as r where related_id = ${id}`);
  return counted?.count ?? 0;
}
