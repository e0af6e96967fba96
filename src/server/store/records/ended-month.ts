import { monthHasEnded } from '#contract/month.ts';
import type { BranchScope, ColumnValues } from '#server/store/branch-scope.ts';
import { conflict } from '#server/store/http-error.ts';
import { monthById } from '#server/store/months/month-lock.ts';
import type { TableMapping } from '#server/store/tables.ts';

/** Rejects a write whose month has ended (decision 20). @throws {HttpError} 409 */
export async function assertNotEnded(scope: BranchScope, monthId: unknown): Promise<void> {
  const month = typeof monthId === 'bigint' ? await monthById(scope, monthId) : undefined;
  if (month?.status === 'ended') throw conflict(monthHasEnded(month.name));
}

/**
 * Rejects a change of final columns in an ended month (decisions 20 and 37). Without `columns` it checks a delete: a record without
 * cash may still be deleted.
 * @throws {HttpError} 409
 */
export async function assertMonthNotEnded(
  scope: BranchScope,
  { monthRule }: TableMapping,
  row: ColumnValues,
  columns?: ColumnValues,
): Promise<void> {
  const finalColumns = monthRule?.finalColumns ?? [];
  const changesCash = columns
    ? finalColumns.some((name) => columns[name] !== undefined && columns[name] !== row[name])
    : finalColumns.some((name) => row[name] !== 0n && row[name] !== null);
  if (changesCash) await assertNotEnded(scope, row.month_id);
}
