import type { RecordRow } from '#app/lib/record-row.ts';
import { nameKeys } from '#contract/name-keys.ts';
import { hasKeys, isLongBeginning, twinsAmong, wantedKeys } from '#contract/name-twins.ts';
import { foldForSearch } from '#contract/paging.ts';
import { textOf } from './field-control.ts';

/** Limits how many names are kept with their keys; then it begins anew. */
const MOST_NAMES = 5_000;

/** Holds the keys of each name: a record is another object whenever an entry of it changes, and its name is not. */
const keysOfNames = new Map<string, readonly string[]>();

/** Returns the keys of a record's name, computed once for each name. */
export function keysOfRecord({ name }: RecordRow): readonly string[] {
  const text = textOf(name);
  const known = keysOfNames.get(text);
  if (known) return known;
  const keys = nameKeys(foldForSearch(text));
  if (keysOfNames.size >= MOST_NAMES) keysOfNames.clear();
  keysOfNames.set(text, keys);
  return keys;
}

/** Returns the records whose name has the keys of what was typed, as the server's index finds them (decision 117). */
export function recordsWithKeys<Row extends { readonly record: RecordRow }>(
  rows: readonly Row[],
  typed: string,
  isOpen: boolean,
): readonly Row[] {
  const wanted = wantedKeys(typed);
  if (wanted.length === 0 || (isOpen && !isLongBeginning(wanted))) return [];
  return rows.filter(({ record }) => hasKeys(keysOfRecord(record), wanted, isOpen));
}

/** Returns the records that a name in other letters means, the best first; by its beginning where that is open. */
export function twinRecords<Row extends { readonly record: RecordRow }>(
  rows: readonly Row[],
  typed: string,
  isOpen: boolean,
): readonly Row[] {
  const named = recordsWithKeys(rows, typed, isOpen).map((row) => ({ name: textOf(row.record.name), row }));
  return twinsAmong(foldForSearch(typed), named, isOpen).map(({ row }) => row);
}
