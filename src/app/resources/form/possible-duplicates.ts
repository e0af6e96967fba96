import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { foldForSearch } from '#contract/paging.ts';
import { phoneKey } from '#contract/phone-key.ts';

/** Returns the words of a name in one order: "Adel Mona" is "Mona Adel". */
const wordsOf = (name: string) => foldForSearch(name).split(/\s+/).filter(Boolean).sort().join(' ');

/** Tells whether two names are probably one person's: the same words, folded. */
export const isSameName = (one: string, other: string): boolean =>
  wordsOf(one) !== '' && wordsOf(one) === wordsOf(other);

/** The fields of a student in which one phone number may stand. */
const phoneFields = ['phone', 'father_phone', 'mother_phone'] as const;

/**
 * Returns the known students who may be the one that is being added (decision 106).
 * @param field the field that was typed: a name, or a phone number in any writing
 */
export function possibleDuplicates(
  field: 'name' | 'phone',
  typed: string,
  students: readonly RecordRow[],
): readonly RecordRow[] {
  if (field === 'name') return students.filter(({ name }) => isSameName(textOf(name), typed));
  const key = phoneKey(typed);
  return key === undefined
    ? []
    : students.filter((student) => phoneFields.some((name) => phoneKey(textOf(student[name])) === key));
}
