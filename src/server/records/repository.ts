import { changeOf } from '#contract/change.ts';
import { type Draft, formOf, nameOf } from '#contract/define-resource.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { requireRecordId } from '#server/db/columns.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { messages } from '#server/messages/store.en.ts';
import { conflict, notFound } from '#server/platform/http-error.ts';
import { isObject, parseCreate } from './body.ts';
import { readRecord, readTagged, type WireRecord } from './record-reader.ts';
import type { IfMatch } from './write-guards.ts';

export interface RecordChange {
  readonly before: WireRecord;
  readonly after: WireRecord;
}

export interface Repository {
  readonly create: (scope: BranchScope, mapping: TableMapping, body: unknown) => Promise<WireRecord>;
  /** Returns the same object twice if nothing changes. Throws 409 or 412 if it changed meanwhile (decision 41). */
  readonly update: (
    scope: BranchScope,
    mapping: TableMapping,
    id: string,
    body: unknown,
    ifMatch?: IfMatch,
  ) => Promise<RecordChange>;
  /** Returns the deleted record. A printed payment needs `reason` (decision 55); dependents are a 409 (decision 16). */
  readonly remove: (
    scope: BranchScope,
    mapping: TableMapping,
    id: string,
    ifMatch?: IfMatch,
    reason?: string,
  ) => Promise<WireRecord>;
}

export async function requireRecord(
  scope: BranchScope,
  mapping: TableMapping,
  id: string,
): Promise<WireRecord> {
  const record = await readRecord(scope, mapping, requireRecordId(id));
  if (!record) throw notFound();
  return record;
}

/** A create that is repeated with its id and content answers the record as it is (decision 171). */
export async function readRepeated(
  scope: BranchScope,
  mapping: TableMapping,
  body: unknown,
): Promise<WireRecord | undefined> {
  const form = formOf(mapping.resource, isObject(body) ? body : {});
  const { id, ...draft } = isObject(body) && 'id' in body ? parseCreate(form, body) : {};
  const stored = typeof id === 'string' ? await readRecord(scope, mapping, id) : undefined;
  if (stored && Object.keys(changeOf(form.fields, stored, draft).yours).length > 0)
    throw conflict(messages.idTaken);
  return stored;
}

export async function requireTagged(scope: BranchScope, mapping: TableMapping, id: string) {
  const tagged = await readTagged(scope, mapping, requireRecordId(id));
  if (!tagged) throw notFound();
  return tagged;
}

export function deletedMessage(mapping: TableMapping, record: Draft): string {
  return messages.recordDeleted(nameOf(mapping.resource, record));
}

/** "Installment saved: L.E. 300.00." (specification, section 7); empty for other records. */
export function createdMessage(mapping: TableMapping, record: Draft): { readonly detail?: string } {
  const form = formOf(mapping.resource, record);
  if (form === mapping.resource) return {};
  const amount = formatMoney(parsePiastres(String(record.paid_amount)));
  return { detail: messages.installmentSaved({ singular: form.singular, amount }) };
}
