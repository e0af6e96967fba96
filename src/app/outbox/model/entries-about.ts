import type { Resource } from '#contract/define-resource.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { OutboxEntry } from './entry.ts';

/** The part of the outbox that shows in the records of one resource, each in order of arrival. */
export interface EntriesAbout {
  readonly own: readonly OutboxEntry[];
  /** Writes of other resources that count into these records, or settle them. */
  readonly beside: readonly OutboxEntry[];
}

/** Whether a write of one resource changes what the host computes for records of another. */
export function affectsOtherResource(name: string, other: string): boolean {
  if (!isResourceName(name)) return false;
  const { fields, counts, settles } = resourceOf(name);
  return settles?.kind === other || (counts !== undefined && fields[counts.reference]?.refersTo === other);
}

const known = new WeakMap<readonly OutboxEntry[], Map<string, EntriesAbout>>();

/** What of the outbox concerns a resource, looked for once however many records are shown. */
export function entriesAbout({ name }: Resource, outbox: readonly OutboxEntry[]): EntriesAbout {
  const found = known.get(outbox) ?? new Map<string, EntriesAbout>();
  known.set(outbox, found);
  const about = found.get(name) ?? {
    own: outbox.filter(({ operation }) => operation.resource === name),
    beside: outbox.filter(({ operation }) => affectsOtherResource(operation.resource, name)),
  };
  found.set(name, about);
  return about;
}
