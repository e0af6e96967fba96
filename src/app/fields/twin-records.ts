import type { RecordRow } from '#app/lib/record-row.ts';
import { nameKeys } from '#contract/name-keys.ts';
import { hasKeys, isLongBeginning, twinsAmong, wantedKeys } from '#contract/name-twins.ts';
import { foldForSearch } from '#contract/paging.ts';
import { textOf } from './field-control.ts';

/** Names that are kept with their keys; then the map is cleared. */
const MOST_NAMES = 5_000;

/** Kept by name: a record is another object whenever an entry of it changes, but its name is not. */
const keysOfNames = new Map<string, readonly string[]>();

export function keysOfRecord({ name }: RecordRow): readonly string[] {
  const text = textOf(name);
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

/** The best first; also by the beginning of a name where that is open. */
export function twinRecords<Row extends { readonly record: RecordRow }>(
  rows: readonly Row[],
  typed: string,
  isOpen: boolean,
): readonly Row[] {
  const named = recordsWithKeys(rows, typed, isOpen).map((row) => ({ name: textOf(row.record.name), row }));
  return twinsAmong(foldForSearch(typed), named, isOpen).map(({ row }) => row);
}
