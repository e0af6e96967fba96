import type { RecordRow } from '#app/lib/record-row.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { nameKeys } from '#contract/name-keys.ts';
import { hasKeys, isLongBeginning, twinsAmong, wantedKeys } from '#contract/name-twins.ts';
import { foldForSearch } from '#contract/paging.ts';
import { textOf } from './field-control.ts';

const keysOf = memoizeBy((record: RecordRow) => nameKeys(foldForSearch(textOf(record.name))));

/** Returns the records whose name has the keys of what was typed, as the server's index finds them (decision 117). */
export function recordsWithKeys<Row extends { readonly record: RecordRow }>(
  rows: readonly Row[],
  typed: string,
  isOpen: boolean,
): readonly Row[] {
  const wanted = wantedKeys(typed);
  if (wanted.length === 0 || (isOpen && !isLongBeginning(wanted))) return [];
  return rows.filter(({ record }) => hasKeys(keysOf(record), wanted, isOpen));
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
