import type { ReadInterval } from '#app/cache/snapshot.ts';
import type { OutboxEntry } from './entry.ts';

/** Whether what a read brought contains the effect of a write: surely, surely not, or nobody knows. */
export type Visibility = 'in' | 'out' | 'maybe';

/**
 * Compares the moments of a write with those of a read. Only a read that began after the acknowledgement
 * surely has it, and only one that ended before the first try surely lacks it.
 */
export function visibilityIn(row: OutboxEntry, { began, ended }: ReadInterval): Visibility {
  const mayHaveHappened = row.state === 'done' || row.state === 'sending' || row.uncertain;
  if (!mayHaveHappened) return 'out';
  if (row.acknowledgedAt !== undefined && began > row.acknowledgedAt) return 'in';
  return row.firstSentAt === undefined || ended < row.firstSentAt ? 'out' : 'maybe';
}

/** Whether the money of a write counts on top of what a read brought: never what was refused. */
export function isMissingFrom(row: OutboxEntry, span: ReadInterval): boolean {
  if (row.state === 'rejected' || row.state === 'blocked') return false;
  return visibilityIn(row, span) === 'out';
}
