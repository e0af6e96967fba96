import { debtOf } from '#app/lib/debt-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { remaining } from '#contract/calculations/remaining.ts';
import { type Draft, formOf, type Resource, rowShape } from '#contract/define-resource.ts';
import { formatDecimal, readPiastres } from '#contract/money.ts';

/** Builds the `_data` fields that the server will return for the picked records. */
function referenceDataOf(resource: Resource, row: OutboxEntry): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [field, picked] of Object.entries(row.referenced)) {
    const { id, name, code, phone } = picked;
    if (resource.fields[field]?.kind === 'reference') shown[`${field}_data`] = { id, name, code, phone };
  }
  return shown;
}

/** Copies the fields that an installment takes from its enrolment (decision 12). */
function readOfParent(resource: Resource, row: OutboxEntry): Record<string, unknown> {
  const parent = row.referenced.related_record;
  if (!parent || row.body.is_installment !== true) return {};
  const names = Object.entries(resource.fields)
    .filter(([, { kind }]) => kind === 'choice' || kind === 'reference')
    .flatMap(([name]) => [name, `${name}_data`]);
  return Object.fromEntries(names.map((name) => [name, parent[name]]));
}

/** Calculates the remaining amount before installments, where price and paid amount are known. */
function remainsOf(resource: Resource, record: Draft): Record<string, string> {
  const debt = debtOf(resource);
  if (!debt || record.is_installment === true) return {};
  const [price, paid] = [readPiastres(record[debt.price]), readPiastres(record[debt.paid])];
  if (price === undefined || paid === undefined) return {};
  return { [debt.left]: formatDecimal(remaining(price, paid)) };
}

/**
 * Builds the record of a pending create as lists show it until the server's is read. The remaining amount
 * excludes later installments; values that only the server can compute are null.
 */
export function pendingRecord(resource: Resource, row: OutboxEntry): RecordRow {
  const blank = Object.fromEntries(
    [...Object.keys(resource.fields), ...Object.keys(resource.computed)].map((name) => [name, null]),
  );
  const record = {
    ...blank,
    ...readOfParent(resource, row),
    ...referenceDataOf(resource, row),
    ...row.body,
    ...row.expected,
    ...remainsOf(resource, { ...row.body, ...row.expected }),
    created_at: new Date(row.createdAt).toISOString(),
    id: row.operation.recordId,
  };
  const parsed = rowShape(resource).safeParse(record);
  return parsed.success ? { ...record, ...parsed.data } : record;
}

/** Overlays a pending edit on a record: only its form's fields and the names of picked records. */
export function editedRecord(resource: Resource, record: RecordRow, row: OutboxEntry): RecordRow {
  const form = formOf(resource, record);
  const edited = Object.entries(row.body).filter(
    ([name, value]) => name in form.fields && value !== undefined,
  );
  return { ...record, ...Object.fromEntries(edited), ...row.expected, ...referenceDataOf(resource, row) };
}
