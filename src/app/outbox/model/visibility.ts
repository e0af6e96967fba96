import type { ReadInterval } from '#app/cache/snapshot.ts';
import type { Resource } from '#contract/define-resource.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { OutboxEntry } from './entry.ts';
import { withLines } from './lines.ts';

/** Groups the entries that show in the records of one resource, in order of arrival. */
interface EntriesAbout {
  readonly own: readonly OutboxEntry[];
  /** Entries of other resources that count into these records, or settle them. */
  readonly beside: readonly OutboxEntry[];
}

/** Returns whether a mutation of one resource changes computed values of another one's records. */
export function affectsOtherResource(name: string, other: string): boolean {
  if (!isResourceName(name)) return false;
  const { fields, counts, settles } = resourceOf(name);
  return settles?.kind === other || (counts !== undefined && fields[counts.reference]?.refersTo === other);
}

const cache = new WeakMap<readonly OutboxEntry[], Map<string, EntriesAbout>>();

/**
 * Returns the entries that concern a resource, computed once per outbox snapshot however many records are
 * shown.
 */
export function entriesAbout({ name }: Resource, outbox: readonly OutboxEntry[]): EntriesAbout {
  const byResource = cache.get(outbox) ?? new Map<string, EntriesAbout>();
  cache.set(outbox, byResource);
  const entries = byResource.has(name) ? [] : withLines(outbox);
  const about = byResource.get(name) ?? {
    own: entries.filter(({ operation }) => operation.resource === name),
    beside: entries.filter(({ operation }) => affectsOtherResource(operation.resource, name)),
  };
  byResource.set(name, about);
  return about;
}

/**
 * Tells whether a snapshot contains the effect of an entry. `in`: included; `out`: excluded; `maybe`:
 * unknown.
 */
type Visibility = 'in' | 'out' | 'maybe';

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
