import { debtOf } from '#app/lib/debt-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { type Draft, formOf, type Resource, rowShape } from '#contract/define-resource.ts';
import { formatDecimal, readPiastres } from '#contract/money.ts';
import { remaining } from '#contract/rules/payable.ts';

/** Builds the `_data` fields that the server will return for the picked records. */
function referenceDataOf(resource: Resource, entry: OutboxEntry): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const [field, picked] of Object.entries(entry.referenced)) {
    const { id, name, code, phone } = picked;
    if (resource.fields[field]?.kind === 'reference') data[`${field}_data`] = { id, name, code, phone };
  }
  return data;
}

/** Copies the fields that an installment takes from its enrolment (decision 12). */
function fieldsOfParent(resource: Resource, entry: OutboxEntry): Record<string, unknown> {
  const parent = entry.referenced.related_record;
  if (!parent || entry.body.is_installment !== true) return {};
  const names = Object.entries(resource.fields)
    .filter(([, { kind }]) => kind === 'choice' || kind === 'reference')
    .flatMap(([name]) => [name, `${name}_data`]);
  return Object.fromEntries(names.map((name) => [name, parent[name]]));
}

/** Calculates the remaining amount before installments, where price and paid amount are known. */
function remainingOf(resource: Resource, record: Draft): Record<string, string> {
  const debt = debtOf(resource);
  if (!debt || record.is_installment === true) return {};
  const [price, paid] = [readPiastres(record[debt.price]), readPiastres(record[debt.paid])];
  if (price === undefined || paid === undefined) return {};
  return { [debt.left]: formatDecimal(remaining(price, paid)) };
}

/**
 * Builds the record of a pending create, for lists until the server's is read. The remaining amount excludes
 * later installments; values that only the server can compute are null.
 */
export function pendingRecord(resource: Resource, entry: OutboxEntry): RecordRow {
  const blank = Object.fromEntries(
    [...Object.keys(resource.fields), ...Object.keys(resource.computed)].map((name) => [name, null]),
  );
  const record = {
    ...blank,
    ...fieldsOfParent(resource, entry),
    ...referenceDataOf(resource, entry),
    ...entry.body,
    ...entry.expected,
    ...remainingOf(resource, { ...entry.body, ...entry.expected }),
    created_at: new Date(entry.createdAt).toISOString(),
    id: entry.operation.recordId,
  };
  const parsed = rowShape(resource).safeParse(record);
  return parsed.success ? { ...record, ...parsed.data } : record;
}

/** Overlays a pending edit on a record. It sets only its form's fields and the names of picked records. */
export function overlayEdit(resource: Resource, record: RecordRow, entry: OutboxEntry): RecordRow {
  const form = formOf(resource, record);
  const edited = Object.entries(entry.body).filter(
    ([name, value]) => name in form.fields && value !== undefined,
  );
  return { ...record, ...Object.fromEntries(edited), ...entry.expected, ...referenceDataOf(resource, entry) };
}
