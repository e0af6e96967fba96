import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { NEVER_READ, type ReadInterval, type Snapshot } from '#app/cache/snapshot.ts';
import { isUnsettled, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { isMissingFrom } from '#app/outbox/model/snapshot-visibility.ts';
import type { BranchDetails } from '#contract/branch.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Piastres } from '#contract/money.ts';
import { type FigureName, figures } from '#contract/month.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { branchQuery, dashboardSnapshotQuery } from '../branch-queries.ts';
import { changeOf, valuesAfter } from '../pending-money.ts';
import { useOutboxView } from '../use-outbox-view.ts';
import { countsInMonth, type MonthOfFigures, monthOfFigures, waitsForNextMonth } from './month-of-figures.ts';

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
  for (const entry of withLines(entries)) {
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
function cashForNextMonth(entries: readonly OutboxEntry[], month: MonthOfFigures): PendingCash {
  return cashOf(month.running ? [] : entries.filter(waitsForNextMonth));
}

/** Cash that the figures lack: unsent, or acknowledged after they were read. */
export interface PendingCashResult extends PendingCash {
  /** The part of it that is unsettled; the server has acknowledged the rest. */
  readonly unsent: PendingCash;
}

/** Sums the cash that figures of a month, as read, do not contain yet. */
export function cashBeyond(
  entries: readonly OutboxEntry[],
  figures: Snapshot<Dashboard> | undefined,
  branch: BranchDetails | undefined,
): PendingCashResult {
  const interval = figures ?? NEVER_READ;
  const month = monthOfFigures(figures?.data, branch);
  return {
    ...pendingCash(entries, interval, month),
    unsent: pendingCash(entries.filter(isUnsettled), interval, month),
  };
}

function useFigures() {
  const { data: figures } = useQuery({ ...dashboardSnapshotQuery(), enabled: false });
  const { data: branch } = useQuery({ ...branchQuery(), enabled: false });
  return { figures, branch };
}

/** Returns the cash that the dashboard's figures, as last read, do not contain yet. */
export function usePendingCash(): PendingCashResult {
  const { rows: entries } = useOutboxView();
  const { figures, branch } = useFigures();
  return useMemo(() => cashBeyond(entries, figures, branch), [entries, figures, branch]);
}

/** Returns this device's cash that waits for the next month; none while a month runs (decision 43). */
export function useCashForNextMonth(): PendingCash {
  const { rows: entries } = useOutboxView();
  const { figures, branch } = useFigures();
  return useMemo(
    () => cashForNextMonth(entries, monthOfFigures(figures?.data, branch)),
    [entries, figures, branch],
  );
}
