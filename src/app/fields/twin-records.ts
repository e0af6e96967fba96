import type { RecordRow } from '#app/lib/record-row.ts';
import type { Resource } from '#contract/define-resource.ts';
import { nameKeys } from '#contract/name-keys.ts';
import { hasKeys, isLongBeginning, twinsAmong, wantedKeys } from '#contract/name-twins.ts';
import { foldForSearch } from '#contract/paging.ts';
import { textAt, textOf } from './field-control.ts';

/** Names that are kept with their keys; then the map is cleared. */
const MOST_NAMES = 5_000;

/** Kept by name: a record is another object whenever an entry of it changes, but its name is not. */
const keysOfNames = new Map<string, readonly string[]>();

const nameOf = (record: RecordRow): string => textAt(record, 'student_data.name') || textOf(record.name);

export function keysOfRecord(record: RecordRow): readonly string[] {
  const text = nameOf(record);
  const known = keysOfNames.get(text);
  if (known) return known;
  const keys = nameKeys(foldForSearch(text));
  if (keysOfNames.size >= MOST_NAMES) keysOfNames.clear();
  keysOfNames.set(text, keys);
  return keys;
}

/** Follows the server's index (decision 117). */
export function recordsWithKeys<Row extends { readonly record: RecordRow }>(
  rows: readonly Row[],
  typed: string,
  isOpen: boolean,
): readonly Row[] {
  const wanted = wantedKeys(typed);
  if (wanted.length === 0 || (isOpen && !isLongBeginning(wanted))) return [];
  return rows.filter(({ record }) => hasKeys(keysOfRecord(record), wanted, isOpen));
}

function twinRecords<Row extends { readonly record: RecordRow }>(
  rows: readonly Row[],
  typed: string,
  isOpen: boolean,
): readonly Row[] {
  const named = recordsWithKeys(rows, typed, isOpen).map((row) => ({ name: nameOf(row.record), row }));
  return twinsAmong(foldForSearch(typed), named, isOpen).map(({ row }) => row);
}

const isOfStudent = ({ name, fields }: Resource): boolean =>
  name === 'student' || fields.student?.refersTo === 'student';

/**
 * Also by the beginning of a name if the letters as typed find none (decision 117).
 * @param found rows that the letters as typed find
 */
export function twinsBeside<Row extends { readonly record: RecordRow }>(
  resource: Resource,
  rows: readonly Row[],
  typed: string,
  found: readonly Row[],
): readonly Row[] {
  if (!isOfStudent(resource)) return [];
  const known = new Set(found.map(({ record }) => record));
  const others = rows.filter(({ record }) => !known.has(record));
  const whole = twinRecords(others, typed, false);
  return whole.length > 0 || found.length > 0 ? whole : twinRecords(others, typed, true);
}
