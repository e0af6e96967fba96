import { textOf } from '#app/fields/field-control.ts';
import { keysOfRecord, recordsWithKeys } from '#app/fields/twin-records.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { isTwinName, twinTest } from '#contract/name-twins.ts';
import { foldForSearch } from '#contract/paging.ts';
import { phoneKeys } from '#contract/phones.ts';

/** Returns the words of a name in one order: "Adel Mona" is "Mona Adel". */
const wordsOf = (name: string) => foldForSearch(name).split(/\s+/).filter(Boolean).sort().join(' ');

const wordsOfRecord = memoizeBy((record: RecordRow) => ({ words: wordsOf(textOf(record.name)) }));

/** Computes what names are compared by, once for each record: of hundreds it takes longer than a key may wait. */
export function prepareName(record: RecordRow): void {
  keysOfRecord(record);
  wordsOfRecord(record);
}

const hasSameWords = (one: string, other: string): boolean =>
  wordsOf(one) !== '' && wordsOf(one) === wordsOf(other);

/** Tells whether two names are probably one person's: the same words, folded, or written in other letters (decision 117). */
export const isSameName = (one: string, other: string): boolean =>
  hasSameWords(one, other) || isTwinName(one, other);

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
  if (field === 'name') {
    // Keys are compared first: they are kept, and spellings are not.
    const rows = students.map((record) => ({ record }));
    const candidates = new Set(recordsWithKeys(rows, typed, false).map(({ record }) => record));
    const words = wordsOf(typed);
    const isTwin = twinTest(typed);
    return students.filter(
      (record) =>
        (words !== '' && wordsOfRecord(record).words === words) ||
        (candidates.has(record) && isTwin(textOf(record.name))),
    );
  }
  const keys = new Set(phoneKeys(typed));
  const isTyped = (phone: string) => phoneKeys(phone).some((key) => keys.has(key));
  return keys.size === 0
    ? []
    : students.filter((student) => phoneFields.some((name) => isTyped(textOf(student[name]))));
}
