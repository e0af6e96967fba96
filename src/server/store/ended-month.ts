import { monthHasEnded } from '#contract/month.ts';
import type { BranchScope, Values } from './branch-scope.ts';
import { clash } from './refusal.ts';
import { monthById } from './running-month.ts';
import type { TableFacts } from './tables.ts';

/** @throws {Refusal} 409 where this is the month of a record and has ended (decision 20) */
export async function refuseEnded(scope: BranchScope, monthId: unknown): Promise<void> {
  const month = typeof monthId === 'bigint' ? await monthById(scope, monthId) : undefined;
  if (month?.status === 'ended') throw clash(monthHasEnded(month.name));
}

/**
 * Cash in an ended month is final (decisions 20 and 37): holds a change of a row to these columns, or its removal where there are none, to
 * that. A record that holds no cash may still be removed.
 * @throws {Refusal} 409
 */
export async function refuseInEndedMonth(
  scope: BranchScope,
  { ofMonth }: TableFacts,
  row: Values,
  columns?: Values,
): Promise<void> {
  const final = ofMonth?.final ?? [];
  const touched = columns
    ? final.some((name) => columns[name] !== undefined && columns[name] !== row[name])
    : final.some((name) => row[name] !== 0n);
  if (touched) await refuseEnded(scope, row.month_id);
}
