import type { RecordRow } from '#app/lib/record-row.ts';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';

/** Pairs a field with its name. */
export interface NamedField {
  readonly name: string;
  readonly field: Field;
}

/** Returns the main amount of a row: the debt, else the cash, else the first amount. */
export function mainAmount(resource: Resource, row: RecordRow): NamedField | undefined {
  const { columns, cash } = resource;
  const owed = columns.find((name) => fieldOf(resource, name)?.balance && row[name] !== null);
  const name = owed ?? cash?.field ?? columns.find((one) => fieldOf(resource, one)?.kind === 'money');
  const field = name === undefined ? undefined : fieldOf(resource, name);
  return name !== undefined && field ? { name, field } : undefined;
}

const TELLING: readonly Field['kind'][] = ['text', 'phone', 'choice', 'reference', 'quantity'];

/** Returns the first two fields beside the title, for a card on a phone. */
export function cardFields(resource: Resource, row: RecordRow, title: string | undefined): NamedField[] {
  return resource.columns
    .filter((name) => name !== title && row[name] !== null && row[name] !== '')
    .flatMap((name) => {
      const field = fieldOf(resource, name);
      return field && TELLING.includes(field.kind) ? [{ name, field }] : [];
    })
    .slice(0, 2);
}
