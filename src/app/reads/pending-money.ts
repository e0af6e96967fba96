import type { ReadInterval } from '#app/cache/snapshot.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isMissingFrom } from '#app/outbox/model/snapshot-visibility.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, readPiastres, readTerm, sumIfKnown } from '#contract/money.ts';
import { type FigureName, figures } from '#contract/month.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { countsInMonth, type MonthOfFigures, waitsForNextMonth } from './month-of-figures.ts';

/**
 * Merges an entry's body with its optimistic values. The server's record takes the place of both once it has
 * answered.
 */
const valuesAfter = ({ state, body, expected, result }: OutboxEntry) =>
  state === 'done' ? { ...expected, ...body, ...result } : { ...expected, ...result, ...body };

/**
 * Calculates by how much an entry changes a money field, in piastres. That is all of a create and the
 * difference of an edit; undefined where an amount cannot be read.
 */
function changeOf(entry: OutboxEntry, field: string): Piastres | undefined {
  const { kind } = entry.operation;
  const values: Draft = valuesAfter(entry);
  const [previous, next] = [
    kind === 'create' ? 0n : readTerm(entry.before?.[field]),
    readTerm(values[field]),
  ];
  if (kind === 'create') return next;
  if (kind === 'delete') return previous === undefined ? undefined : -previous;
  if (!(field in values)) return 0n;
  return previous === undefined || next === undefined ? undefined : next - previous;
}

export interface PendingCash {
  /** The addition to Total Income, in piastres. */
  readonly income: Piastres;
  readonly byFigure: Partial<Record<FigureName, Piastres>>;
  /** The number of entries. */
  readonly count: number;
  /** Figures that lack an amount. Only the server can calculate it, or it cannot be read. */
  readonly unknown: readonly FigureName[];
}

/** Sums the cash of entries by figure. */
function cashOf(entries: readonly OutboxEntry[]): PendingCash {
  const byFigure: Partial<Record<FigureName, Piastres>> = {};
  const unknown = new Set<FigureName>();
  let count = 0;
  for (const entry of entries) {
    const { resource, kind } = entry.operation;
    const cash = isResourceName(resource) ? resourceOf(resource).cash : undefined;
    if (!cash) continue;
    const change = changeOf(entry, cash.field);
    if (change === undefined || (kind === 'create' && !(cash.field in valuesAfter(entry))))
      unknown.add(cash.figure);
    else if (change === 0n) continue;
    byFigure[cash.figure] = (byFigure[cash.figure] ?? 0n) + (change ?? 0n);
    count += 1;
  }
  let income = 0n;
  for (const { name, group } of figures) if (group === 'revenue') income += byFigure[name] ?? 0n;
  return { income, byFigure, count, unknown: [...unknown] };
}

/**
 * Sums the pending cash that a read of the figures certainly lacks, by figure (decision 21). Cash that the
 * server counts in another month, or in none yet, is left out (decision 18).
 * @param month the month of those figures; by default a running one
 */
export function pendingCash(
  entries: readonly OutboxEntry[],
  interval: ReadInterval,
  month: MonthOfFigures = { running: true },
): PendingCash {
  return cashOf(entries.filter((entry) => isMissingFrom(entry, interval) && countsInMonth(entry, month)));
}

/** Sums the cash of new records that waits for the next month while none runs (decision 43). */
export function cashForNextMonth(entries: readonly OutboxEntry[], month: MonthOfFigures): PendingCash {
  return cashOf(month.running ? [] : entries.filter(waitsForNextMonth));
}

/**
 * Adds pending money to a record's balance (decisions 11 and 14): its own edits and its installments. Returns
 * the same record where nothing is pending; a balance is null where a pending amount cannot be read.
 * @param entries the owner's entries of this resource
 */
export function overlayMoney(
  resource: Resource,
  record: RecordRow,
  entries: readonly OutboxEntry[],
  interval: ReadInterval,
): RecordRow {
  const debt = debtOf(resource);
  const remaining = debt && readPiastres(record[debt.left]);
  if (!debt || remaining === undefined) return record;
  const charged: (Piastres | undefined)[] = [];
  const paid: (Piastres | undefined)[] = [];
  for (const entry of entries) {
    if (!isMissingFrom(entry, interval)) continue;
    if (installmentParent(entry) === record.id) paid.push(changeOf(entry, debt.paid));
    else if (entry.operation.recordId === record.id && entry.operation.kind === 'update') {
      charged.push(changeOf(entry, debt.price));
      paid.push(changeOf(entry, debt.paid));
    }
  }
  const [addedPrice, addedPayments] = [sumIfKnown(charged), sumIfKnown(paid)];
  if (addedPrice === undefined || addedPayments === undefined) return { ...record, [debt.left]: null };
  return addedPrice === addedPayments
    ? record
    : { ...record, [debt.left]: formatDecimal(remaining + addedPrice - addedPayments) };
}

function installmentParent({ body, before }: OutboxEntry): unknown {
  if (body.is_installment !== true && before?.is_installment !== true) return undefined;
  return body.related_record ?? before?.related_record;
}
