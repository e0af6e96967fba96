import { textOf } from '#app/fields/field-control.ts';
import { formatTypedAmount } from '#app/fields/money.tsx';
import type { RecordRow } from '#app/lib/record-row.ts';
import { type Draft, type FormDefinition, referenceData } from '#contract/define-resource.ts';

/** Holds the text of every field, '' where it is empty. */
export type Values = Record<string, unknown>;

/** Returns the initial values of a form, from a record, a reopened body or nothing. */
export function startingValues(definition: FormDefinition, source: Draft = {}): Values {
  return Object.fromEntries(
    Object.entries(definition.fields).map(([name, field]) => {
      const value = source[name];
      if (field.kind === 'parts' && Array.isArray(value)) return [name, JSON.stringify(value)];
      const text = textOf(value);
      return [name, field.kind === 'money' ? formatTypedAmount(text) : text];
    }),
  );
}

/** Compares two sets of values field by field. */
export function sameValues(one: Values, other: Values): boolean {
  return Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);
}

/** Returns the referenced records that a record embeds, such as `student_data`. */
export function referencesOf(
  definition: FormDefinition,
  record: RecordRow | undefined,
): Record<string, RecordRow> {
  if (!record) return {};
  return Object.fromEntries(
    Object.entries(definition.fields).flatMap(([name, field]) => {
      const embedded =
        field.kind === 'reference' ? referenceData.safeParse(record[`${name}_data`]).data : undefined;
      return embedded ? [[name, { ...embedded, id: textOf(record[name]) }]] : [];
    }),
  );
}
