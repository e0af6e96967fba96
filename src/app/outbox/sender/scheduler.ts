import { isDue } from '#app/api/backoff.ts';
import type { RetryPolicy } from '#app/api/retry-policy.ts';
import { failsWith } from '../model/dependencies.ts';
import { isOffered, isStuck, isUnsettled, type OutboxEntry } from '../model/entry.ts';

export interface ScheduleOptions {
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** How many further requests may be in flight. */
  readonly free: number;
  readonly retries: RetryPolicy;
}

/** Yields the entries that wait for no other: the first of each record whose parents are settled. */
function* headEntries(entries: readonly OutboxEntry[]): Generator<OutboxEntry> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const busy = new Set<string>();
  for (const entry of entries) {
    if (!isUnsettled(entry)) continue;
    if (!busy.has(entry.entityKey) && !mustWaitForParent(entry, byId)) yield entry;
    busy.add(entry.entityKey);
  }
}

/**
 * Returns the entries that may be sent now. Entries of one record are sent in order, and after their
 * dependencies.
 */
export function nextEntries(entries: readonly OutboxEntry[], options: ScheduleOptions): OutboxEntry[] {
  const chosen: OutboxEntry[] = [];
  if (options.free === 0) return chosen;
  for (const entry of headEntries(entries)) {
    if (maySend(entry, options)) chosen.push(entry);
    if (chosen.length >= options.free) break;
  }
  return chosen;
}

function maySend(entry: OutboxEntry, options: ScheduleOptions): boolean {
  if (entry.state !== 'queued' && entry.state !== 'unknown') return false;
  if (entry.asksPerson || (entry.state === 'unknown' && !options.retries.mayResend(entry, options.now)))
    return false;
  return isDue(entry.nextAttemptAt, options.now);
}

function mustWaitForParent(entry: OutboxEntry, byId: ReadonlyMap<string, OutboxEntry>): boolean {
  return entry.dependsOn.some((id) => {
    const parent = byId.get(id);
    return (
      parent !== undefined &&
      isUnsettled(parent) &&
      (!(isStuck(parent) || isOffered(parent)) || failsWith(entry, parent))
    );
  });
}

/**
 * Returns when the next entry becomes due, wall clock in milliseconds; undefined if none waits for a time. What waits for
 * another entry is due with that one: it would start pass after pass otherwise.
 */
export function nextDueAt(entries: readonly OutboxEntry[], { resends }: RetryPolicy): number | undefined {
  const times = [...headEntries(entries)]
    .filter(
      ({ state, asksPerson }) => !asksPerson && (state === 'queued' || (state === 'unknown' && resends)),
    )
    .map(({ nextAttemptAt }) => nextAttemptAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}
