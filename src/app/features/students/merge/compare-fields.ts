import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { displayDay } from '#contract/days.ts';
import { resources } from '#contract/resources/registry.ts';

const { fields } = resources.student;

/** A field that differs between two students. */
export interface Difference {
  readonly name: string;
  readonly label: string;
  /** What the student who stays has, and the other. */
  readonly values: readonly [string, string];
}

/** Returns the fields in which two students differ, in the order of their form. */
export function differencesOf(stays: RecordRow, other: RecordRow): readonly Difference[] {
  return Object.entries(fields).flatMap(([name, { kind, label }]) => {
    const shown = (text: string) => (kind === 'date' ? displayDay(text) : text);
    const values = [shown(textOf(stays[name])), shown(textOf(other[name]))] as const;
    return values[0] === values[1] ? [] : [{ name, label, values }];
  });
}

/** Returns the fields that are taken from the other unless somebody chooses: those that the student who stays lacks. */
export const takenAtFirst = (differences: readonly Difference[]): ReadonlySet<string> =>
  new Set(differences.filter(({ values }) => values[0] === '').map(({ name }) => name));
