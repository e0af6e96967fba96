import { currentOwner } from '#app/api/session.ts';
import { currentDay, effectiveDayOf } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { debtOf, type Resource } from '#contract/define-resource.ts';
import { readPiastres } from '#contract/money.ts';
import { CASH } from '#contract/payment-methods.ts';
import { hasLeft } from '#contract/rules/term.ts';
import type { ListRequest } from './query-keys.ts';

/** Filters that a record alone can answer. Month and search need the server. */
type RecordFilters = Omit<Partial<ListRequest>, 'page' | 'search' | 'month' | 'ordering' | 'totals'>;

const textIn = (record: RecordRow, name: string) => {
  const value = record[name];
  return typeof value === 'string' ? value : '';
};

export function matchesFilters(resource: Resource, record: RecordRow, filters: RecordFilters): boolean {
  const { is_installment, owing, created_after, created_before, recorded_by, payment_method } = filters;
  const { present, ending_before, ending_after } = filters;
  const today = currentDay();
  if (present !== undefined && hasLeft(record, today) === present) return false;
  const last = textIn(record, 'ends_on');
  if (ending_before && (last === '' || last < (ending_after ?? today) || last > ending_before)) return false;
  // What was not sent yet is the user's own.
  if (recorded_by && (record.recorded_by ?? currentOwner()?.ownerId) !== recorded_by) return false;
  if (payment_method && (record.payment_method ?? CASH) !== payment_method) return false;
  if (is_installment !== undefined && Boolean(record.is_installment) !== is_installment) return false;
  const remaining = debtOf(resource)?.left;
  // A negative balance is an overpayment, and an unknown one is no known debt.
  if (owing && remaining && (readPiastres(record[remaining]) ?? 0n) <= 0n) return false;
  const day = effectiveDayOf(record);
  if (created_after && day < created_after) return false;
  if (created_before && (day === '' || day > created_before)) return false;
  const filterValues: Readonly<Record<string, unknown>> = { ...filters };
  return Object.entries(resource.fields).every(
    ([name, { kind, list }]) =>
      (kind !== 'reference' && !list) || !filterValues[name] || record[name] === filterValues[name],
  );
}

const idOrder = new Intl.Collator('en', { numeric: true });

/**
 * Milliseconds since 1970; undefined where the server omits it. The texts cannot be compared: a server that omits
 * trailing zeros of a second writes 58.03 and 58.021.
 */
function enteredAt({ created_at }: RecordRow): number | undefined {
  const time = typeof created_at === 'string' ? Date.parse(created_at) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The server's order (decision 3): effective day, creation time, id, all descending. */
export function newestFirst(a: RecordRow, b: RecordRow): number {
  const [day, otherDay] = [effectiveDayOf(a), effectiveDayOf(b)];
  if (day !== otherDay) return day > otherDay ? -1 : 1;
  return (enteredAt(b) ?? 0) - (enteredAt(a) ?? 0) || idOrder.compare(b.id, a.id);
}
