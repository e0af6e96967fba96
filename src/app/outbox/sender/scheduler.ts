import { isDue } from '#app/api/backoff.ts';
import type { RetryPolicy } from '#app/api/retry-policy.ts';
import { failsWith } from '../model/dependencies.ts';
import { isStuck, isUnsettled, type OutboxEntry } from '../model/entry.ts';

export interface ScheduleOptions {
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** How many further requests may be in flight. */
  readonly free: number;
  readonly retries: RetryPolicy;
}

/**
 * Returns the entries that may be sent now. Entries of one record are sent in order, and after their
 * dependencies.
 */
export function nextEntries(entries: readonly OutboxEntry[], options: ScheduleOptions): OutboxEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const busy = new Set<string>();
  const chosen: OutboxEntry[] = [];
  for (const entry of entries) {
    if (chosen.length >= options.free) break;
    if (!isUnsettled(entry)) continue;
    if (!busy.has(entry.entityKey) && maySend(entry, options) && !mustWaitForParent(entry, byId))
      chosen.push(entry);
    busy.add(entry.entityKey);
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
    return parent !== undefined && isUnsettled(parent) && (!isStuck(parent) || failsWith(entry, parent));
  });
}

/**
 * Returns when the next entry becomes due, wall clock in milliseconds; undefined if none waits for a time.
 */
export function nextDueAt(entries: readonly OutboxEntry[], { resends }: RetryPolicy): number | undefined {
  const pending = entries.filter((entry) => entry.state === 'queued' || entry.state === 'unknown');
  const times = pending
    .filter((entry) => !entry.asksPerson && (entry.state === 'queued' || resends))
    .map(({ nextAttemptAt }) => nextAttemptAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}
