import { isStuck, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import type { BranchDetails } from '#contract/branch.ts';
import type { Dashboard } from '#contract/dashboard.ts';

/** The month that the dashboard's figures belong to, as far as this device knows. */
export interface MonthOfFigures {
  /** Undefined without a month, and on a server that does not name it. */
  readonly id?: string;
  /** Whether money that arrives now counts in it (decision 18). */
  readonly running: boolean;
}

/**
 * Returns the month of the figures, from the answer that holds them. The branch tells it on a server that
 * names none; a branch that does not either counts as running.
 */
export function monthOfFigures(
  dashboard: Pick<Dashboard, 'month'> | undefined,
  branch: Pick<BranchDetails, 'current_month'> | undefined,
): MonthOfFigures {
  const month = dashboard?.month;
  if (month) return { id: month.id, running: month.status === 'running' };
  return { running: month === undefined && branch?.current_month !== 'ended' };
}

/**
 * Returns the month id that the server gave an entry's record: null while it waits for the next month,
 * undefined before the server answered, and on a server that names none.
 */
function monthOfEntry({ state, result, before }: OutboxEntry): string | null | undefined {
  const record = (state === 'done' ? result : undefined) ?? before;
  const month = record?.month;
  return typeof month === 'string' || month === null ? month : undefined;
}

/** Returns whether the cash of an entry counts, or will count, in the month of the figures. */
export function countsInMonth(entry: OutboxEntry, month: MonthOfFigures): boolean {
  const own = monthOfEntry(entry);
  if (own === null) return false;
  return own === undefined || month.id === undefined ? month.running : own === month.id;
}

/**
 * Returns whether a new record, or one of the lines of a collection, waits for the next month, if none runs: unsent, or booked in none
 * when the server answered.
 */
export function waitsForNextMonth(entry: OutboxEntry): boolean {
  if (entry.operation.kind !== 'create' || isStuck(entry)) return false;
  return entry.state !== 'done' || withLines([entry]).some((line) => monthOfEntry(line) === null);
}
