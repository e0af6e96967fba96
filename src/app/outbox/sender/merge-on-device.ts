import { request } from '#app/api/client.ts';
import { ownerKey } from '#app/api/session.ts';
import { type RecordRow, recordSchema } from '#app/lib/record-row.ts';
import type { EntryRequest, OutboxEntry } from '#app/outbox/model/entry.ts';
import { changeableFields, changeToMerge, differences } from '#app/outbox/store/entry-change.ts';
import { messages } from '#app/outbox/texts.en.ts';
import { mergeChange, versionTag } from '#contract/change.ts';
import { type Draft, formOf, type Resource } from '#contract/define-resource.ts';
import type { SendContext, SendResult } from './settle.ts';

/** PATCH carries the whole record, without computed fields, beside the changes. */
export function wholeObject(resource: Resource, record: Draft): Draft {
  const { fields } = formOf(resource, record);
  const values = Object.entries(fields).flatMap(([name, { optional }]) => {
    const value = record[name];
    return value === undefined || (value === null && !optional) ? [] : [[name, value] as const];
  });
  const installment = record.is_installment === true && resource.installment !== undefined;
  return { ...Object.fromEntries(values), ...(installment && { is_installment: true }) };
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
  problems: [],
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
