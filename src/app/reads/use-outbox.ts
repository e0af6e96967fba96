import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { NEVER_READ } from '#app/cache/snapshot.ts';
import { isUnsettled, type OutboxEntry, requiresUserAction } from '#app/outbox/model/entry.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';
import { dashboardSnapshotQuery } from './branch-queries.ts';
import { type PendingCash, pendingCash } from './pending-money.ts';
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

/** Returns the cash that the dashboard's figures, as last read, do not contain yet. */
export function usePendingCash(): PendingCashResult {
  const { rows: entries } = useOutboxView();
  const { data } = useQuery({ ...dashboardSnapshotQuery(), enabled: false });
  return useMemo(() => {
    const interval = data ?? NEVER_READ;
    return { ...pendingCash(entries, interval), unsent: pendingCash(entries.filter(isUnsettled), interval) };
  }, [entries, data]);
}
