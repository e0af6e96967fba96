import type { ReadInterval } from '#app/cache/snapshot.ts';
import type { Resource } from '#contract/define-resource.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';
import type { OutboxEntry } from './entry.ts';
import { paidBackFor } from './given-back.ts';
import { withLines } from './lines.ts';

interface EntriesAbout {
  readonly entriesOfResource: readonly OutboxEntry[];
  /** Entries of other resources that count into these records, or settle them. */
  readonly beside: readonly OutboxEntry[];
}

/** A payout and the return of its copies, for example, change the stock of a book. */
export function affectsOtherResource(name: string, other: string): boolean {
  if (!isResourceName(name)) return writeOf(name)?.counts?.resource === other;
  const { fields, counts, settles } = resourceOf(name);
  return (
    settles?.some(({ kind }) => kind === other) ||
    (counts !== undefined && fields[counts.reference]?.refersTo === other)
  );
}

const cache = new WeakMap<readonly OutboxEntry[], Map<string, EntriesAbout>>();

/** Computed once per outbox snapshot, however many records are shown. */
export function entriesAbout({ name }: Resource, outbox: readonly OutboxEntry[]): EntriesAbout {
  const byResource = cache.get(outbox) ?? new Map<string, EntriesAbout>();
  cache.set(outbox, byResource);
  const entries = byResource.has(name) ? [] : withLines(outbox);
  const about = byResource.get(name) ?? {
    entriesOfResource: entries.filter(({ operation }) => operation.resource === name),
    beside: entries.filter(
      (entry) =>
        affectsOtherResource(entry.operation.resource, name) || paidBackFor(entry)?.resource === name,
    ),
  };
  byResource.set(name, about);
  return about;
}

/** Whether a snapshot contains the effect of an entry; `maybe` if that is unknown. */
type Visibility = 'in' | 'out' | 'maybe';

/**
 * Only a read that began after the acknowledgement surely contains the effect, and only one that ended before the first
 * attempt surely lacks it (fault 49).
 */
export function visibilityIn(entry: OutboxEntry, { began, ended }: ReadInterval): Visibility {
  const mayHaveCommitted = entry.state === 'done' || entry.state === 'sending' || entry.uncertain;
  if (!mayHaveCommitted) return 'out';
  if (entry.acknowledgedAt !== undefined && began > entry.acknowledgedAt) return 'in';
  return entry.firstSentAt === undefined || ended < entry.firstSentAt ? 'out' : 'maybe';
}

export function isMissingFrom(entry: OutboxEntry, interval: ReadInterval): boolean {
  if (entry.state === 'rejected' || entry.state === 'blocked') return false;
  return visibilityIn(entry, interval) === 'out';
}
