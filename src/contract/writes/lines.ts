import { COLLECTION } from '../resource-names.ts';
import { nameIn } from '../resources/name-in.ts';
import type { Written } from './define-write.ts';

/**
 * Key in `referenced` of a write with lines: for the debt of a line or, with a field, the record that a new line
 * refers to.
 */
export const pickedName = (index: number, field?: string): string =>
  [COLLECTION, index, ...(field === undefined ? [] : [field])].join('.');

/** Key in `referenced` for the student who pays (decision 142). */
export const PAYER = 'payer';

/**
 * Key in `expected` for the debt of the family afterwards, decimal text. It is printed on a receipt before the server
 * answers.
 */
export const FAMILY_REMAINING = 'family_remaining';

/** Of the student of a new record, or of the debt that is paid. */
export function studentNameIn({ student, related_record: debt }: Written['referenced']): string | undefined {
  return typeof student?.name === 'string' ? student.name : debt && nameIn(debt, 'student');
}
