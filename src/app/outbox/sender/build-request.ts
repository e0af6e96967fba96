import { type Day, localDay } from '#contract/days.ts';
import { formOf } from '#contract/define-resource.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { OutboxEntry } from '../model/entry.ts';
import { rewriteIds } from '../model/rewrite-ids.ts';

type Sent = NonNullable<OutboxEntry['sent']>;

/** The day to stamp on a record that is sent on a later day than it was made (decision 30). */
function dayMade(row: OutboxEntry, now: number): Day | undefined {
  const { resource, kind } = row.operation;
  if (kind !== 'create' || !isResourceName(resource) || row.body.custom_date) return undefined;
  if (!('custom_date' in formOf(resourceOf(resource), row.body).fields)) return undefined;
  const made = localDay(new Date(row.createdAt));
  return made < localDay(new Date(now)) ? made : undefined;
}

/** Whether a temporary id is still in it: its record never came to be. */
export function mentionsTemporaryId(row: OutboxEntry): boolean {
  let found = false;
  const note = () => {
    found = true;
    return undefined;
  };
  rewriteIds(row.body, note);
  if (row.operation.kind !== 'create') rewriteIds(row.operation.recordId, note);
  return found;
}

/**
 * What goes over the wire, decided once and kept: every later try sends the same bytes. PATCH carries the
 * whole object with its id (specification, section 7).
 * @param now wall clock, milliseconds
 * @throws {TypeError} for a resource that this build does not know
 */
export function buildRequest(row: OutboxEntry, now: number): Sent {
  const { resource: name, kind, recordId } = row.operation;
  if (!isResourceName(name)) throw new TypeError(`Unknown resource: ${name}`);
  const { path } = resourceOf(name);
  const one = `${path}${encodeURIComponent(recordId)}/`;
  if (kind === 'delete') return { method: 'DELETE', path: one };
  if (kind === 'update')
    return { method: 'PATCH', path: one, body: JSON.stringify({ ...row.body, id: recordId }) };
  const customDate = dayMade(row, now);
  const body = JSON.stringify({ ...row.body, ...(customDate && { custom_date: customDate }) });
  return { method: 'POST', path, body, ...(customDate && { customDate }) };
}
