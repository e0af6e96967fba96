import { textOf } from '#app/fields/field-control.ts';
import { formatTypedAmount } from '#app/fields/money.tsx';
import type { RecordRow } from '#app/lib/record-row.ts';
import { type Draft, type FormDefinition, referenceData } from '#contract/define-resource.ts';

/** What a form holds: text for every field, '' where nothing is written. */
export type Values = Record<string, unknown>;

/** The values a form opens with: those of a record or of a body that is taken back, else empty. */
export function startingValues(facts: FormDefinition, source: Draft = {}): Values {
  return Object.fromEntries(
    Object.entries(facts.fields).map(([name, field]) => {
      const text = textOf(source[name]);
      return [name, field.kind === 'money' ? formatTypedAmount(text) : text];
    }),
  );
}

/** Whether two forms would open with the same text in every field. */
export function sameValues(one: Values, other: Values): boolean {
  return Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);
}

/** The records that a record refers to, as far as it tells of them itself (`student_data`). */
export function referencesOf(
  facts: FormDefinition,
  record: RecordRow | undefined,
): Record<string, RecordRow> {
  if (!record) return {};
  return Object.fromEntries(
    Object.entries(facts.fields).flatMap(([name, field]) => {
      const told =
        field.kind === 'reference' ? referenceData.safeParse(record[`${name}_data`]).data : undefined;
      return told ? [[name, { ...told, id: textOf(record[name]) }]] : [];
    }),
  );
}
