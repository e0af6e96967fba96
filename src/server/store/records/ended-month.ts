import { monthHasEnded } from '#contract/month.ts';
import type { BranchScope, Values } from '#server/store/branch-scope.ts';
import { conflict } from '#server/store/http-error.ts';
import { monthById } from '#server/store/months/month-lock.ts';
import type { TableMapping } from '#server/store/tables.ts';

/** @throws {Refusal} 409 where this is the month of a record and has ended (decision 20) */
export async function assertNotEnded(scope: BranchScope, monthId: unknown): Promise<void> {
  const month = typeof monthId === 'bigint' ? await monthById(scope, monthId) : undefined;
  if (month?.status === 'ended') throw conflict(monthHasEnded(month.name));
}

/**
 * Cash in an ended month is final (decisions 20 and 37): holds a change of a row to these columns, or its removal where there are none, to
 * that. A record that holds no cash may still be removed.
 * @throws {Refusal} 409
 */
export async function assertMonthNotEnded(
  scope: BranchScope,
  { ofMonth }: TableMapping,
  row: Values,
  columns?: Values,
): Promise<void> {
  const final = ofMonth?.final ?? [];
  const touched = columns
    ? final.some((name) => columns[name] !== undefined && columns[name] !== row[name])
    : final.some((name) => row[name] !== 0n);
  if (touched) await assertNotEnded(scope, row.month_id);
}
