import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { phoneKeys } from '#contract/phones.ts';

/** A number that more students have is a placeholder (decision 105). */
const MOST_WITH_ONE_NUMBER = 12;

const numbersOf = (record: RecordRow): readonly string[] =>
  ['phone', 'father_phone', 'mother_phone'].flatMap((name) => phoneKeys(textOf(record[name])));

/**
 * Returns the family of a student among the students that this device knows: who shares a number, and
 * so on from there (decision 105). What a person put together or took apart, only the server knows.
 */
export function familyOnDevice(student: RecordRow, known: readonly RecordRow[]): readonly RecordRow[] {
  const counts = new Map<string, number>();
  for (const key of known.flatMap((one) => [...new Set(numbersOf(one))]))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  const isOwn = (key: string) => (counts.get(key) ?? 0) <= MOST_WITH_ONE_NUMBER;
  const shares = (one: RecordRow, other: RecordRow) => {
    const numbers = new Set(numbersOf(other));
    return numbersOf(one).some((key) => isOwn(key) && numbers.has(key));
  };
  const family = [student];
  for (const member of family)
    family.push(...known.filter((one) => !family.some(({ id }) => id === one.id) && shares(member, one)));
  return family;
}
