import type { Draft } from '../define-resource.ts';

/** Returns the name of a referenced record; undefined when the row lacks it. */
export function nameIn(row: Draft, field: string): string | undefined {
  const data = row[`${field}_data`];
  const name = typeof data === 'object' && data !== null && 'name' in data ? data.name : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Joins the names of several referenced records: "Mona Adel, Starter 1". */
export function namesIn(row: Draft, ...fields: readonly string[]): string {
  return fields.flatMap((field) => nameIn(row, field) ?? []).join(', ');
}
