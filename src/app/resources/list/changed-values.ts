import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { differences } from '#app/outbox/store/entry-change.ts';
import { labelOf } from '#contract/choices.ts';
import { displayDay } from '#contract/days.ts';
import { fieldOf, formOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { nameIn } from '#contract/resources/name-in.ts';

/** Formats the value of a field as text; '' if it is empty. */
function valueText(field: Field, name: string, record: RecordRow): string {
  const text = textOf(record[name]);
  if (text === '') return '';
  const amount = field.kind === 'money' ? readPiastres(text) : undefined;
  if (amount !== undefined) return formatMoney(amount);
  if (field.kind === 'choice') return labelOf(field.choices ?? [], text);
  if (field.kind === 'reference') return nameIn(record, name) ?? text;
  return field.kind === 'date' ? displayDay(text) : text;
}

/** Returns the fields in which a record differs from how it was shown, as "Paid Amount L.E. 600.00". */
export function changedValues(resource: Resource, shown: RecordRow, current: RecordRow): string[] {
  const { fields } = formOf(resource, current);
  return differences(resource, shown, current).flatMap((name) => {
    const field = fields[name] ?? fieldOf(resource, name);
    return field ? [`${field.label} ${valueText(field, name, current)}`.trim()] : [];
  });
}
