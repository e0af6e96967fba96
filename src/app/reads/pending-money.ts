import type { ReadInterval } from '#app/cache/snapshot.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isMissingFrom } from '#app/outbox/model/snapshot-visibility.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, readPiastres, readTerm, sumIfKnown } from '#contract/money.ts';
import { type FigureName, figures } from '#contract/month.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';

/**
 * Merges an entry's body with the computed fields: optimistic values of the form, or the server's once it has
 * answered.
 */
const saidOf = ({ body, expected, result }: OutboxEntry) => ({ ...expected, ...result, ...body });

/**
 * Calculates by how much an entry changes a money field, in piastres: all of a create, the difference of an
 * edit. Returns undefined where an amount cannot be read.
 */
function change(row: OutboxEntry, field: string): Piastres | undefined {
  const { kind } = row.operation;
  const said: Draft = saidOf(row);
  const [was, is] = [kind === 'create' ? 0n : readTerm(row.before?.[field]), readTerm(said[field])];
  if (kind === 'create') return is;
  if (kind === 'delete') return was === undefined ? undefined : -was;
  if (!(field in said)) return 0n;
  return was === undefined || is === undefined ? undefined : is - was;
}

export interface PendingCash {
  /** The addition to Total Income, in piastres. */
  readonly income: Piastres;
  readonly byFigure: Partial<Record<FigureName, Piastres>>;
  /** The number of entries. */
  readonly count: number;
  /** Figures that lack an amount: only the server can calculate it, or it cannot be read. */
  readonly unknown: readonly FigureName[];
}

/** Sums the pending cash that a read of the figures certainly lacks, by figure (decision 21). */
export function pendingCash(rows: readonly OutboxEntry[], span: ReadInterval): PendingCash {
  const byFigure: Partial<Record<FigureName, Piastres>> = {};
  const unknown = new Set<FigureName>();
  let count = 0;
  for (const row of rows) {
    const { resource, kind } = row.operation;
    const cash = isResourceName(resource) ? resourceOf(resource).cash : undefined;
    if (!cash || !isMissingFrom(row, span)) continue;
    const moved = change(row, cash.field);
    if (moved === undefined || (kind === 'create' && !(cash.field in saidOf(row)))) unknown.add(cash.figure);
    else if (moved === 0n) continue;
    byFigure[cash.figure] = (byFigure[cash.figure] ?? 0n) + (moved ?? 0n);
    count += 1;
  }
  let income = 0n;
  for (const { name, group } of figures) if (group === 'revenue') income += byFigure[name] ?? 0n;
  return { income, byFigure, count, unknown: [...unknown] };
}

/**
 * Adds pending money to a record's balance (decisions 11 and 14): its own edits and its installments. Returns
 * the same record where nothing is pending; a balance is null where a pending amount cannot be read.
 * @param entries the owner's entries of this resource
 */
export function withPendingMoney(
  resource: Resource,
  record: RecordRow,
  rows: readonly OutboxEntry[],
  span: ReadInterval,
): RecordRow {
  const debt = debtOf(resource);
  const left = debt && readPiastres(record[debt.left]);
  if (!debt || left === undefined) return record;
  const charged: (Piastres | undefined)[] = [];
  const paid: (Piastres | undefined)[] = [];
  for (const row of rows) {
    if (!isMissingFrom(row, span)) continue;
    if (installmentParent(row) === record.id) paid.push(change(row, debt.paid));
    else if (row.operation.recordId === record.id && row.operation.kind === 'update') {
      charged.push(change(row, debt.price));
      paid.push(change(row, debt.paid));
    }
  }
  const [more, less] = [sumIfKnown(charged), sumIfKnown(paid)];
  if (more === undefined || less === undefined) return { ...record, [debt.left]: null };
  return more === less ? record : { ...record, [debt.left]: formatDecimal(left + more - less) };
}

function installmentParent({ body, before }: OutboxEntry): unknown {
  if (body.is_installment !== true && before?.is_installment !== true) return undefined;
  return body.related_record ?? before?.related_record;
}
