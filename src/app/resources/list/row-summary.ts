import type { RecordRow } from '#app/lib/record-row.ts';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';

/** Pairs a field with its name. */
export interface NamedField {
  readonly name: string;
  readonly field: Field;
}

/** Returns the main amount of a row: debt, else cash, else the first amount. */
export function mainAmount(resource: Resource, record: RecordRow): NamedField | undefined {
  const { columns, cash } = resource;
  const debtColumn = columns.find((name) => fieldOf(resource, name)?.balance && record[name] !== null);
  const name =
    debtColumn ?? cash?.field ?? columns.find((column) => fieldOf(resource, column)?.kind === 'money');
  const field = name === undefined ? undefined : fieldOf(resource, name);
  return name !== undefined && field ? { name, field } : undefined;
}

const CARD_KINDS: readonly Field['kind'][] = ['text', 'phone', 'choice', 'reference', 'quantity'];

/** Returns the first two fields beside the title, for a card on a phone; of an installment only one, beside its mark. */
export function cardFields(resource: Resource, record: RecordRow, title: string | undefined): NamedField[] {
  return resource.columns
    .filter((name) => name !== title && record[name] !== null && record[name] !== '')
    .flatMap((name) => {
      const field = fieldOf(resource, name);
      // An installment hands out no copies.
      if (field?.kind === 'quantity' && record.is_installment === true) return [];
      return field && CARD_KINDS.includes(field.kind) ? [{ name, field }] : [];
    })
    .slice(0, record.is_installment === true ? 1 : 2);
}
