import type { Resource } from '#contract/define-resource.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { OutboxRow } from './outbox-row.ts';

/** The part of the outbox that shows in the records of one resource, each in order of arrival. */
export interface RowsAbout {
  readonly own: readonly OutboxRow[];
  /** Writes of other resources that count into these records, or settle them. */
  readonly beside: readonly OutboxRow[];
}

/** Whether a write of one resource changes what the host computes for records of another. */
export function movesOther(name: string, other: string): boolean {
  if (!isResourceName(name)) return false;
  const { fields, counts, settles } = resourceOf(name);
  return settles?.kind === other || (counts !== undefined && fields[counts.reference]?.refersTo === other);
}

const known = new WeakMap<readonly OutboxRow[], Map<string, RowsAbout>>();

/** What of the outbox concerns a resource, looked for once however many records are shown. */
export function rowsAbout({ name }: Resource, outbox: readonly OutboxRow[]): RowsAbout {
  const found = known.get(outbox) ?? new Map<string, RowsAbout>();
  known.set(outbox, found);
  const about = found.get(name) ?? {
    own: outbox.filter(({ operation }) => operation.resource === name),
    beside: outbox.filter(({ operation }) => movesOther(operation.resource, name)),
  };
  found.set(name, about);
  return about;
}
