import { request } from '#app/api/client.ts';
import { ownerKey } from '#app/api/session.ts';
import type { WritePolicy } from '#app/api/strategies.ts';
import { dayAt } from '#app/lib/branch-day.ts';
import { isClockWrong } from '#app/lib/clock.ts';
import { type RecordRow, recordSchema } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { changeableFields, changeToMerge, differences } from '#app/outbox/store/entry-change.ts';
import { messages } from '#app/outbox/texts.en.ts';
import { BASE, mergeChange, versionTag } from '#contract/change.ts';
import type { Day } from '#contract/days.ts';
import { type Draft, formOf, type Resource } from '#contract/define-resource.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { listPathOf, type WriteDefinition } from '#contract/writes/define-write.ts';
import { writeOf } from '#contract/writes/registry.ts';
import type { SendContext, SendResult } from './settle.ts';

export type EntryRequest = NonNullable<OutboxEntry['sent']>;

type Unplaced = Omit<OutboxEntry, 'seq'>;

/** A record with a day of its own, which its body does not name. */
function lacksDay({ operation: { resource }, body }: Unplaced): boolean {
  const { dayOf } = writeOf(resource) ?? {};
  if (dayOf) return !dayOf(body);
  const isDated = isResourceName(resource) && 'custom_date' in formOf(resourceOf(resource), body).fields;
  return isDated && !body.custom_date;
}

function declaredRequest(
  { request }: WriteDefinition,
  entry: Unplaced,
  given: { readonly id: string | undefined; readonly day: Day | undefined },
): EntryRequest {
  const { path, body } = request(entry, given);
  return {
    method: 'POST',
    path,
    body: JSON.stringify(body),
    ...(given.day && { customDate: given.day }),
  };
}

/** Only for a record that is sent on a later day than it was made (decision 30). */
function dayCreated(entry: Unplaced, now: number): Day | undefined {
  if (entry.operation.kind !== 'create' || !lacksDay(entry)) return undefined;
  const created = dayAt(entry.createdAt);
  return created < dayAt(now) ? created : undefined;
}

/** PATCH carries the whole record, without computed fields, beside the changes. */
function wholeObject(resource: Resource, record: Draft): Draft {
  const { fields } = formOf(resource, record);
  const values = Object.entries(fields).flatMap(([name, { optional }]) => {
    const value = record[name];
    return value === undefined || (value === null && !optional) ? [] : [[name, value] as const];
  });
  const installment = record.is_installment === true && resource.installment !== undefined;
  return { ...Object.fromEntries(values), ...(installment && { is_installment: true }) };
}

/** Of a change, the last known record with the touched fields. */
function sentObject({ operation, base, before, body }: Unplaced): Draft {
  if (!base || !before || !isResourceName(operation.resource)) return body;
  return { ...wholeObject(resourceOf(operation.resource), before), ...body };
}

/**
 * True if only the user knows the day of an entry: it would be stamped, but the clock was wrong when it was made, is
 * wrong now, or had run back before a known moment (fault 62).
 */
export function needsDay(entry: Unplaced, now: number): boolean {
  const created = dayCreated(entry, now);
  if (created === undefined) return false;
  if (entry.clockWrong || isClockWrong()) return true;
  return entry.knownAt !== undefined && created < dayAt(entry.knownAt);
}

/**
 * The request is stored with the entry, so that every retry sends the same bytes. PATCH carries the whole object with
 * its id (specification, section 7): the last known record with the touched fields, and their base if the server
 * compares (decision 41). Otherwise the body is added when the device has merged it. A create carries the id of its
 * record where the server takes it (decision 171). DELETE names the version that was
 * shown, and the reason that a printed payment needs (decision 55).
 * @param now wall clock, milliseconds
 * @throws {TypeError} for a resource that this build does not know
 */
export function buildRequest(
  entry: Unplaced,
  now: number,
  { serverCompares, sendsIds }: WritePolicy,
): EntryRequest {
  const { resource: name, kind, recordId } = entry.operation;
  const customDate = dayCreated(entry, now);
  const write = writeOf(name);
  if (write) return declaredRequest(write, entry, { id: sendsIds ? recordId : undefined, day: customDate });
  const named = sendsIds ? { id: recordId } : {};
  const path = listPathOf(name);
  const recordPath = `${path}${encodeURIComponent(recordId)}/`;
  if (kind === 'delete') {
    const version = entry.before?.version;
    const known = serverCompares && typeof version === 'number';
    const { reason } = entry.body;
    return {
      method: 'DELETE',
      path: recordPath,
      ...(typeof reason === 'string' && { body: JSON.stringify({ reason }) }),
      ...(known && { ifMatch: versionTag(version) }),
    };
  }
  if (kind === 'update') {
    const { base } = entry;
    if (base && !serverCompares) return { method: 'PATCH', path: recordPath };
    const object = { ...sentObject(entry), id: recordId, ...(base && { [BASE]: changeToMerge(entry).base }) };
    return { method: 'PATCH', path: recordPath, body: JSON.stringify(object) };
  }
  const body = JSON.stringify({ ...entry.body, ...named, ...(customDate && { custom_date: customDate }) });
  return { method: 'POST', path, body, ...(customDate && { customDate }) };
}

type Checked =
  | { readonly kind: 'complete'; readonly sent: EntryRequest }
  | { readonly kind: 'unreached'; readonly error: unknown }
  | SendResult;

/**
 * For servers that do not compare: reads the record of a change or delete and completes its request on the device
 * (decision 41, fault 74). A change is merged field by field; a delete is compared with the record as it was shown.
 * Both end in a rejection if only the user can decide. The completed request is stored before it is sent. Never throws.
 */
export async function checkFirst(
  entry: OutboxEntry,
  sent: EntryRequest,
  resource: Resource,
  context: SendContext,
): Promise<Checked> {
  let checked: Checked;
  try {
    const expectOwner = ownerKey(context.owner);
    const answer = recordSchema(resource);
    const current = await request({ method: 'GET', path: sent.path, answer, expectOwner });
    checked =
      entry.operation.kind === 'delete'
        ? compareDelete(entry, sent, resource, current, context)
        : mergeOnDevice(entry, sent, resource, current);
  } catch (error) {
    return { kind: 'unreached', error };
  }
  if (checked.kind !== 'complete') return checked;
  const isStored = await storeRequest(context, entry, checked.sent).catch(() => false);
  return isStored ? checked : { kind: 'retry', mayHaveCommitted: false, message: messages.notStored };
}

const changed = (
  status: 409 | 412,
  current: RecordRow,
  conflicts?: ReturnType<typeof mergeChange>['conflicts'],
): SendResult => ({
  kind: 'rejected',
  status,
  message: messages.changedMeanwhile,
  fields: [],
  changedMeanwhile: { current, ...(conflicts && { conflicts: { ...conflicts } }) },
});

function mergeOnDevice(
  entry: OutboxEntry,
  sent: EntryRequest,
  resource: Resource,
  current: RecordRow,
): Checked {
  const { operation, body } = entry;
  const fields = changeableFields(operation.resource, current, body);
  const { changes, conflicts } = mergeChange(fields, changeToMerge(entry), current);
  if (Object.keys(conflicts).length > 0) return changed(409, current, conflicts);
  if (Object.keys(changes).length === 0) return { kind: 'succeeded', result: current };
  const object = { ...wholeObject(resource, current), ...changes, id: operation.recordId };
  return { kind: 'complete', sent: { ...sent, body: JSON.stringify(object) } };
}

function compareDelete(
  { before }: OutboxEntry,
  sent: EntryRequest,
  resource: Resource,
  current: RecordRow,
  { writes: { serverCompares } }: SendContext,
): Checked {
  if (before && differences(resource, before, current).length > 0) return changed(412, current);
  const { version } = current;
  const expects = serverCompares && typeof version === 'number' && { ifMatch: versionTag(version) };
  return { kind: 'complete', sent: { ...sent, ...expects } };
}

/** Every retry then sends the same bytes. False if the claim is lost. */
async function storeRequest({ db }: SendContext, entry: OutboxEntry, sent: EntryRequest): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const stored = await db.outbox.get(entry.seq);
    if (stored?.id !== entry.id || stored.claim?.token !== entry.claim?.token) return false;
    await db.outbox.update(entry.seq, { sent });
    return true;
  });
}
