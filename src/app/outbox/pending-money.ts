import { debtOf } from '#app/data/debt-of.ts';
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

/** What a write says of the record after it, with what its form worked out, or the host if it has answered. */
const saidOf = ({ body, expected, result }: OutboxRow) => ({ ...expected, ...result, ...body });

/** By how much a write changes a money field: the whole of a create, the difference of an edit. */
function change(row: OutboxRow, field: string): Piastres {
  const { kind } = row.operation;
  const said = saidOf(row);
  if (kind === 'create') return amount(said, field);
  if (kind === 'delete') return -amount(row.before, field);
  return field in said ? amount(said, field) - amount(row.before, field) : 0n;
}

export interface PendingCash {
  /** What Total Income must add, in piastres. */
  readonly income: Piastres;
  readonly byFigure: Partial<Record<FigureName, Piastres>>;
  /** How many writes these are. */
  readonly count: number;
  /** Figures to which something comes whose amount only the host can work out. */
  readonly unknown: readonly FigureName[];
}

/** The cash on its way that a read of the figures surely lacks, by the figure it will count in (decision 21). */
export function pendingCash(rows: readonly OutboxRow[], span: ReadSpan): PendingCash {
  const byFigure: Partial<Record<FigureName, Piastres>> = {};
  const unknown = new Set<FigureName>();
  let count = 0;
  for (const row of rows) {
    const { resource, kind } = row.operation;
    const cash = isResourceName(resource) ? resourceOf(resource).cash : undefined;
    if (!cash || !countsOnTop(row, span)) continue;
    const moved = change(row, cash.field);
    if (kind === 'create' && !(cash.field in saidOf(row))) unknown.add(cash.figure);
    else if (moved === 0n) continue;
    byFigure[cash.figure] = (byFigure[cash.figure] ?? 0n) + moved;
    count += 1;
  }
  let income = 0n;
  for (const { name, group } of figures) if (group === 'revenue') income += byFigure[name] ?? 0n;
  return { income, byFigure, count, unknown: [...unknown] };
}

/**
 * A record whose debt takes account of the money on its way (decisions 11 and 14): its own edits and its
 * installments. The same record where nothing is.
 * @param rows the owner's rows of this resource
 */
export function withPendingMoney(
  resource: Resource,
  record: RecordRow,
  rows: readonly OutboxRow[],
  span: ReadSpan,
): RecordRow {
  const debt = debtOf(resource);
  const left = debt && record[debt.left];
  if (!debt || typeof left !== 'string') return record;
  let moved = 0n;
  for (const row of rows) {
    if (!countsOnTop(row, span)) continue;
    if (installmentParent(row) === record.id) moved -= change(row, debt.paid);
    else if (row.operation.recordId === record.id && row.operation.kind === 'update') {
      moved += change(row, debt.price) - change(row, debt.paid);
    }
  }
  if (moved === 0n) return record;
  return { ...record, [debt.left]: decimal(piastres(left) + moved) };
}

function installmentParent({ body, before }: OutboxRow): unknown {
  if (body.is_installment !== true && before?.is_installment !== true) return undefined;
  return body.related_record ?? before?.related_record;
}
