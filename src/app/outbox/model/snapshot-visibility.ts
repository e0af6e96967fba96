import type { ReadInterval } from '#app/cache/snapshot.ts';
import type { OutboxEntry } from './entry.ts';

/**
 * Tells whether a snapshot contains the effect of an entry. `in`: included; `out`: excluded; `maybe`:
 * unknown.
 */
export type Visibility = 'in' | 'out' | 'maybe';

/**
 * Returns whether a snapshot contains the effect of an entry. Only a read that began after the
 * acknowledgement surely has it, and only one that ended before the first attempt surely lacks it (fault 49).
 */
export function visibilityIn(entry: OutboxEntry, { began, ended }: ReadInterval): Visibility {
  const mayHaveCommitted = entry.state === 'done' || entry.state === 'sending' || entry.uncertain;
  if (!mayHaveCommitted) return 'out';
  if (entry.acknowledgedAt !== undefined && began > entry.acknowledgedAt) return 'in';
  return entry.firstSentAt === undefined || ended < entry.firstSentAt ? 'out' : 'maybe';
}

/** Returns whether an entry's money must be added to a snapshot: it is not in it, and was not rejected. */
export function isMissingFrom(entry: OutboxEntry, interval: ReadInterval): boolean {
  if (entry.state === 'rejected' || entry.state === 'blocked') return false;
  return visibilityIn(entry, interval) === 'out';
}
