import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';
import type { TableMapping } from '#server/store/tables.ts';

/** An enrolment or installment as it is stored; money in piastres. */
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
  facts: TableMapping,
  id: bigint,
): Promise<EnrolmentRow | undefined> {
  return scope.first(sql<EnrolmentRow>`
    select * from ${scope.rows(facts.table)} as r
    where id = ${id} and kind = ${facts.kind} for no key update`);
}

/** An enrolment that installments can pay into, held until the transaction ends. */
export async function lockPayable(
  scope: BranchScope,
  facts: TableMapping,
  id: bigint,
): Promise<EnrolmentRow | undefined> {
  const row = await lockRow(scope, facts, id);
  return row?.related_id === null ? row : undefined;
}

/** A row with the enrolment it pays for, which is locked first: everyone locks in that order. */
export interface LockedEnrolment {
  readonly row: EnrolmentRow;
  /** The enrolment of an installment; undefined for an enrolment itself. */
  readonly payable: EnrolmentRow | undefined;
}

/** Holds a row, and the enrolment it pays for, until the transaction ends. */
export async function lockEnrolment(
  scope: BranchScope,
  facts: TableMapping,
  id: bigint,
): Promise<LockedEnrolment | undefined> {
  const found = await scope.first(sql<Pick<EnrolmentRow, 'related_id'>>`
    select related_id from ${scope.rows(facts.table)} as r where id = ${id} and kind = ${facts.kind}`);
  if (!found) return undefined;
  const payable = found.related_id === null ? undefined : await lockRow(scope, facts, found.related_id);
  const row = await lockRow(scope, facts, id);
  return row && { row, payable };
}

/** How many installments pay into an enrolment. */
export async function countInstallments(
  scope: BranchScope,
  facts: TableMapping,
  id: bigint,
): Promise<number> {
  const counted = await scope.first(sql<{ count: number }>`
    select count(*)::float8 as count from ${scope.rows(facts.table)} as r where related_id = ${id}`);
  return counted?.count ?? 0;
}
