import type { Resource } from '#contract/define-resource.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { OutboxEntry } from './entry.ts';
import { withLines } from './lines.ts';

/** Groups the entries that show in the records of one resource, in order of arrival. */
export interface EntriesAbout {
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
