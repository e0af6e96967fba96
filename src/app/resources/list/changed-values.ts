import { valueText } from '#app/lib/record-facts.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { differences } from '#app/outbox/store/entry-change.ts';
import { fieldOf, formOf, type Resource } from '#contract/define-resource.ts';

/** Returns the fields in which a record differs from how it was shown, as "Paid Amount L.E. 600.00". */
export function changedValues(resource: Resource, shown: RecordRow, current: RecordRow): string[] {
  const { fields } = formOf(resource, current);
  return differences(resource, shown, current).flatMap((name) => {
    const field = fields[name] ?? fieldOf(resource, name);
    return field ? [`${field.label} ${valueText(field, name, current)}`.trim()] : [];
  });
}
