import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { NEVER_READ, type ReadInterval, type Snapshot } from '#app/cache/snapshot.ts';
import { isUnsettled, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { isMissingFrom } from '#app/outbox/model/visibility.ts';
import type { BranchDetails } from '#contract/branch.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Piastres } from '#contract/money.ts';
import { type FigureName, figures } from '#contract/month.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { branchQuery, dashboardSnapshotQuery } from '../branch-queries.ts';
import { changeOf, valuesAfter } from '../pending-money.ts';
import { useOutboxView } from '../use-outbox-view.ts';
import { countsInMonth, type MonthOfFigures, monthOfFigures } from './month-of-figures.ts';

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
 * Sums the pending cash that a read certainly lacks, by figure (decision 21). Every sum of a read and the outbox is made here: what the
 * read contains, or may contain, is not added (fault 49). Cash that the server counts in another month than the asked one, or in none
 * yet, is left out (decision 18).
 * @param month the month of those figures; without it cash of any month is added
 */
export function pendingCash(
  entries: readonly OutboxEntry[],
  interval: ReadInterval,
  month?: MonthOfFigures,
): PendingCash {
  return cashOf(
    withLines(entries).filter(
      (entry) => isMissingFrom(entry, interval) && (month === undefined || countsInMonth(entry, month)),
    ),
  );
}

/** Cash that a sum lacks: unsent, or acknowledged after it was read. */
export interface PendingCashResult extends PendingCash {
  /** The part of it that is unsettled; the server has acknowledged the rest. */
  readonly unsent: PendingCash;
}

/** Sums the pending cash that a read certainly lacks, with the part that is unsent. */
function cashBeyondRead(...[entries, ...read]: Parameters<typeof pendingCash>): PendingCashResult {
  return { ...pendingCash(entries, ...read), unsent: pendingCash(entries.filter(isUnsettled), ...read) };
}

/** Sums the cash that figures of a month, as read, do not contain yet. */
export function cashBeyond(
  entries: readonly OutboxEntry[],
  figures: Snapshot<Dashboard> | undefined,
  branch: BranchDetails | undefined,
): PendingCashResult {
  return cashBeyondRead(entries, figures ?? NEVER_READ, monthOfFigures(figures?.data, branch));
}

/** Returns the cash that the dashboard's figures, as last read, do not contain yet. */
export function usePendingCash(): PendingCashResult {
  const { rows: entries } = useOutboxView();
  const { data: figures } = useQuery({ ...dashboardSnapshotQuery(), enabled: false });
  const { data: branch } = useQuery({ ...branchQuery(), enabled: false });
  return useMemo(() => cashBeyond(entries, figures, branch), [entries, figures, branch]);
}

const isRevenue = ({ operation: { resource } }: OutboxEntry): boolean => {
  const figure = isResourceName(resource) ? resourceOf(resource).cash?.figure : undefined;
  return figures.some(({ name, group }) => name === figure && group === 'revenue');
};

/** Money received that a read lacks, in any month: that of a drawer. */
interface IncomeBeyond {
  /** In piastres, what the server has got since. */
  readonly acknowledged: Piastres;
  /** Number of payments in it. */
  readonly payments: number;
  /** In piastres, what waits to be sent. */
  readonly unsent: Piastres;
}

/** Returns what was received and a read lacks. */
export function useIncomeBeyond(read: ReadInterval = NEVER_READ): IncomeBeyond {
  const { rows } = useOutboxView();
  return useMemo(() => {
    const entries = withLines(rows).filter(isRevenue);
    const { income, unsent } = cashBeyondRead(entries, read);
    const made = entries.filter(({ state, operation }) => state === 'done' && operation.kind === 'create');
    return {
      acknowledged: income - unsent.income,
      payments: pendingCash(made, read).count,
      unsent: unsent.income,
    };
  }, [rows, read]);
}
