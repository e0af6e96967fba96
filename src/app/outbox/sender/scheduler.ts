import { isDue } from '#app/api/backoff.ts';
import type { RetryPolicy } from '#app/api/retry-policy.ts';
import { failsWith } from '../model/dependencies.ts';
import { isStuck, isUnsettled, type OutboxEntry } from '../model/entry.ts';

export interface ScheduleOptions {
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** How many more may be under way. */
  readonly free: number;
  readonly retries: RetryPolicy;
}

/** Which rows may be given to the network now: first in, first out per record, what they depend on done. */
export function nextEntries(rows: readonly OutboxEntry[], choosing: ScheduleOptions): OutboxEntry[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const busy = new Set<string>();
  const chosen: OutboxEntry[] = [];
  for (const row of rows) {
    if (chosen.length >= choosing.free) break;
    if (!isUnsettled(row)) continue;
    if (!busy.has(row.entityKey) && maySend(row, choosing) && !waitsForParent(row, byId)) chosen.push(row);
    busy.add(row.entityKey);
  }
  return chosen;
}

function maySend(row: OutboxEntry, choosing: ScheduleOptions): boolean {
  if (row.state !== 'queued' && row.state !== 'unknown') return false;
  if (row.asksPerson || (row.state === 'unknown' && !choosing.retries.mayResend(row, choosing.now)))
    return false;
  return isDue(row.nextAttemptAt, choosing.now);
}

function waitsForParent(row: OutboxEntry, byId: ReadonlyMap<string, OutboxEntry>): boolean {
  return row.dependsOn.some((id) => {
    const parent = byId.get(id);
    return parent !== undefined && isUnsettled(parent) && (!isStuck(parent) || failsWith(row, parent));
  });
}

/** When the next row becomes due, wall clock in milliseconds; undefined where none is waiting for time. */
export function nextDueAt(rows: readonly OutboxEntry[], { resends }: RetryPolicy): number | undefined {
  const waiting = rows.filter((row) => row.state === 'queued' || row.state === 'unknown');
  const times = waiting
    .filter((row) => !row.asksPerson && (row.state === 'queued' || resends))
    .map(({ nextAttemptAt }) => nextAttemptAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}
