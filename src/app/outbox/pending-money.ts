import type { RecordRow } from '#app/data/record-row.ts';
import type { ReadSpan } from '#app/data/snapshot.ts';
import type { Resource } from '#contract/define-resource.ts';
import { decimal, type Piastres, parseMoney, piastres } from '#contract/money.ts';
import { type FigureName, figures } from '#contract/month.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { OutboxRow } from './outbox-row.ts';
import { countsOnTop } from './standing.ts';

/** Money of a field in piastres; nothing where it is not decimal text. */
function amount(holder: Readonly<Record<string, unknown>> | undefined, field: string): Piastres {
  const text = holder?.[field];
  if (typeof text !== 'string') return 0n;
  return text.startsWith('-') ? -(parseMoney(text.slice(1)) ?? 0n) : (parseMoney(text) ?? 0n);
}

/** By how much a write changes a money field: the whole of a create, the difference of an edit. */
function change(row: OutboxRow, field: string): Piastres {
  const { kind } = row.operation;
  if (kind === 'create') return amount(row.body, field);
  if (kind === 'delete') return -amount(row.before, field);
  return field in row.body ? amount(row.body, field) - amount(row.before, field) : 0n;
}

export interface PendingCash {
  /** What Total Income must add, in piastres. */
  readonly income: Piastres;
  readonly byFigure: Partial<Record<FigureName, Piastres>>;
  /** How many writes these are. */
  readonly count: number;
}

/** The cash on its way that a read of the figures surely lacks, by the figure it will count in (decision 21). */
export function pendingCash(rows: readonly OutboxRow[], span: ReadSpan): PendingCash {
  const byFigure: Partial<Record<FigureName, Piastres>> = {};
  let count = 0;
  for (const row of rows) {
    const { resource } = row.operation;
    const cash = isResourceName(resource) ? resourceOf(resource).cash : undefined;
    const moved = cash ? change(row, cash.field) : 0n;
    if (!cash || moved === 0n || !countsOnTop(row, span)) continue;
    byFigure[cash.figure] = (byFigure[cash.figure] ?? 0n) + moved;
    count += 1;
  }
  let income = 0n;
  for (const { name, group } of figures) if (group === 'revenue') income += byFigure[name] ?? 0n;
  return { income, byFigure, count };
}

/**
 * A record whose `remaining_amount` takes account of the money on its way (decision 11): its own edits and
 * its installments. The same record where nothing is.
 */
export function withPendingMoney(
  resource: Resource,
  record: RecordRow,
  rows: readonly OutboxRow[],
  span: ReadSpan,
): RecordRow {
  if (!resource.installment || typeof record.remaining_amount !== 'string') return record;
  let moved = 0n;
  for (const row of rows) {
    if (row.operation.resource !== resource.name || !countsOnTop(row, span)) continue;
    if (installmentParent(row) === record.id) moved -= change(row, 'paid_amount');
    else if (row.operation.recordId === record.id && row.operation.kind === 'update') {
      moved += change(row, 'price') - change(row, 'paid_amount');
    }
  }
  if (moved === 0n) return record;
  return { ...record, remaining_amount: decimal(piastres(record.remaining_amount) + moved) };
}

function installmentParent({ body, before }: OutboxRow): unknown {
  if (body.is_installment !== true && before?.is_installment !== true) return undefined;
  return body.related_record ?? before?.related_record;
}
