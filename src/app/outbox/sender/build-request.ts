import { type Day, localDay } from '#contract/days.ts';
import { formOf } from '#contract/define-resource.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { OutboxEntry } from '../model/entry.ts';
import { rewriteIds } from '../model/rewrite-ids.ts';

type EntryRequest = NonNullable<OutboxEntry['sent']>;

/** Returns the creation day of a record that is sent on a later day (decision 30). */
function dayCreated(entry: OutboxEntry, now: number): Day | undefined {
  const { resource, kind } = entry.operation;
  if (kind !== 'create' || !isResourceName(resource) || entry.body.custom_date) return undefined;
  if (!('custom_date' in formOf(resourceOf(resource), entry.body).fields)) return undefined;
  const created = localDay(new Date(entry.createdAt));
  return created < localDay(new Date(now)) ? created : undefined;
}

/** Returns whether an entry still mentions a temporary id: that record was never created. */
export function mentionsTemporaryId(entry: OutboxEntry): boolean {
  let found = false;
  const onFound = () => {
    found = true;
    return undefined;
  };
  rewriteIds(entry.body, onFound);
  if (entry.operation.kind !== 'create') rewriteIds(entry.operation.recordId, onFound);
  return found;
}

/**
 * Builds the request of an entry. It is stored with it, so that every retry sends the same bytes. PATCH
 * carries the whole object with its id (specification, section 7).
 * @param now wall clock, milliseconds
 * @throws {TypeError} for a resource that this build does not know
 */
export function buildRequest(entry: OutboxEntry, now: number): EntryRequest {
  const { resource: name, kind, recordId } = entry.operation;
  if (!isResourceName(name)) throw new TypeError(`Unknown resource: ${name}`);
  const { path } = resourceOf(name);
  const recordPath = `${path}${encodeURIComponent(recordId)}/`;
  if (kind === 'delete') return { method: 'DELETE', path: recordPath };
  if (kind === 'update')
    return { method: 'PATCH', path: recordPath, body: JSON.stringify({ ...entry.body, id: recordId }) };
  const customDate = dayCreated(entry, now);
  const body = JSON.stringify({ ...entry.body, ...(customDate && { custom_date: customDate }) });
  return { method: 'POST', path, body, ...(customDate && { customDate }) };
}
