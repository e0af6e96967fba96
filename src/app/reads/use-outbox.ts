import { useSyncExternalStore } from 'react';
import { isPending, type OutboxEntry, requiresUserAction } from '#app/outbox/model/entry.ts';
import { lostWrites, subscribeToLost } from '#app/outbox/store/lost-writes.ts';
import { EMPTY_OUTBOX, type OutboxView, onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';
import { lastPendingCount } from '#app/outbox/store/pending-count.ts';
import { isPendingRecord } from '#app/outbox/store/pending-records.ts';

const emptyOutbox = () => EMPTY_OUTBOX;

/**
 * Renders again when an entry changes, in any tab.
 * @param enabled false returns an empty outbox and never renders again, for components that need no entries
 */
export function useOutboxView(enabled = true): OutboxView {
  return useSyncExternalStore(onOutboxChange, enabled ? outboxView : emptyOutbox);
}

/** True while the server has not acknowledged the create of a record. */
export const useIsPendingRecord = (id: string | undefined): boolean =>
  useSyncExternalStore(onOutboxChange, () => isPendingRecord(id));

interface OutboxSummary {
  readonly rows: readonly OutboxEntry[];
  /** Entries that need no user action, those being sent included. */
  readonly pending: number;
  readonly needsYou: number;
  readonly sending: number;
}

const summaries = new WeakMap<readonly OutboxEntry[], OutboxSummary>();

/** Before the first read it uses the last known count, so that nothing is called sent yet. */
function summarize({ rows: all, loaded }: OutboxView): OutboxSummary {
  if (!loaded) return { rows: all, pending: lastPendingCount(), needsYou: 0, sending: 0 };
  const cached = summaries.get(all);
  if (cached) return cached;
  const entries = all.filter(isPending);
  const needsYou = entries.filter(requiresUserAction).length;
  const sending = entries.filter(({ state }) => state === 'sending').length;
  const summary: OutboxSummary = { rows: entries, pending: entries.length - needsYou, needsYou, sending };
  summaries.set(all, summary);
  return summary;
}

export function useOutbox(): OutboxSummary {
  return summarize(useOutboxView());
}

/** Renders again only when the value changes: hundreds of entries may be sent in a row. */
export function useOutboxSelector<T extends string | number | boolean>(
  select: (summary: OutboxSummary) => T,
): T {
  return useSyncExternalStore(onOutboxChange, () => select(summarize(outboxView())));
}

/** Undone by a restore of the server and not repeatable from this device; until dismissed. */
export const useLostWrites = () => useSyncExternalStore(subscribeToLost, lostWrites);
