import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { NEVER_READ, type Snapshot } from '#app/cache/snapshot.ts';
import { isUnsettled, type OutboxEntry, requiresUserAction } from '#app/outbox/model/entry.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';
import type { BranchDetails } from '#contract/branch.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { branchQuery, dashboardSnapshotQuery } from './branch-queries.ts';
import { monthOfFigures } from './month-of-figures.ts';
import { cashForNextMonth, type PendingCash, pendingCash } from './pending-money.ts';
import { useOutboxView } from './use-outbox-view.ts';

export interface OutboxSummary {
  /** The user's unsettled entries, in order of arrival. */
  readonly rows: readonly OutboxEntry[];
  /** Number of pending entries that need no user action, those being sent included. */
  readonly pending: number;
  readonly needsYou: number;
  readonly sending: number;
}

const summaries = new WeakMap<readonly OutboxEntry[], OutboxSummary>();

function summarize(all: readonly OutboxEntry[]): OutboxSummary {
  const cached = summaries.get(all);
  if (cached) return cached;
  const entries = all.filter(isUnsettled);
  const needsYou = entries.filter(requiresUserAction).length;
  const sending = entries.filter(({ state }) => state === 'sending').length;
  const summary: OutboxSummary = { rows: entries, pending: entries.length - needsYou, needsYou, sending };
  summaries.set(all, summary);
  return summary;
}

/** Returns the unsettled entries on this device, with counts. */
export function useOutbox(): OutboxSummary {
  return summarize(useOutboxView().rows);
}

/**
 * Returns one value of the summary and renders again only when it changes. Hundreds of entries may be sent in
 * a row.
 */
export function useOutboxSelector<T extends string | number | boolean>(
  select: (summary: OutboxSummary) => T,
): T {
  return useSyncExternalStore(onOutboxChange, () => select(summarize(outboxView().rows)));
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
