import { formOf } from '#contract/define-resource.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { OutboxRow } from './outbox-row.ts';

/** One record of one resource, as rows are ordered by it. */
export function entityKey(resource: string, recordId: string): string {
  return `${resource}:${recordId}`;
}

type Touching = Pick<OutboxRow, 'operation' | 'body' | 'before' | 'entityKey'>;

/** The records a write concerns: its own, and those it refers to or referred to. */
function touchesOf(row: Touching): Set<string> {
  const touched = new Set([row.entityKey]);
  const { resource: name } = row.operation;
  if (!isResourceName(name)) return touched;
  const resource = resourceOf(name);
  const record = { ...row.before, ...row.body };
  const fields = { ...resource.fields, ...formOf(resource, record).fields };
  for (const holder of [row.before, row.body]) {
    for (const [field, { refersTo }] of Object.entries(fields)) {
      const id = holder?.[field];
      if (refersTo && typeof id === 'string') touched.add(entityKey(refersTo, id));
    }
  }
  return touched;
}

/** Whether the later write must wait for the earlier one: either concerns the other's own record. */
export function mustFollow(later: Touching, earlier: Touching): boolean {
  return touchesOf(later).has(earlier.entityKey) || touchesOf(earlier).has(later.entityKey);
}

/**
 * Whether the later write makes no sense while the earlier one is refused: it is on the same record, or
 * refers to one that does not exist yet. Anything else was only a matter of order.
 */
export function standsOrFallsWith(later: Touching, earlier: Touching): boolean {
  if (later.entityKey === earlier.entityKey) return true;
  return earlier.operation.kind === 'create' && touchesOf(later).has(earlier.entityKey);
}
