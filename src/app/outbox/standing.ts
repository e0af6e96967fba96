import type { ReadSpan } from '#app/data/snapshot.ts';
import type { OutboxRow } from './outbox-row.ts';

/** Whether what a read brought contains the effect of a write: surely, surely not, or nobody knows. */
export type Standing = 'in' | 'out' | 'maybe';

/**
 * Compares the moments of a write with those of a read. Only a read that began after the acknowledgement
 * surely has it, and only one that ended before the first try surely lacks it.
 */
export function standing(row: OutboxRow, { began, ended }: ReadSpan): Standing {
  const mayHaveHappened = row.state === 'done' || row.state === 'sending' || row.uncertain;
  if (!mayHaveHappened) return 'out';
  if (row.acknowledgedAt !== undefined && began > row.acknowledgedAt) return 'in';
  return row.firstSentAt === undefined || ended < row.firstSentAt ? 'out' : 'maybe';
}

/** Whether the money of a write counts on top of what a read brought: never what was refused. */
export function countsOnTop(row: OutboxRow, span: ReadSpan): boolean {
  if (row.state === 'rejected' || row.state === 'blocked') return false;
  return standing(row, span) === 'out';
}
