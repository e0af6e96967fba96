import type { Draft } from '../define-resource.ts';

/** The name of what a row refers to; undefined where the row does not tell. */
export function nameIn(row: Draft, field: string): string | undefined {
  const data = row[`${field}_data`];
  const name = typeof data === 'object' && data !== null && 'name' in data ? data.name : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** The same for several, one after the other: "Mona Adel, Starter 1". */
export function namesIn(row: Draft, ...fields: readonly string[]): string {
  return fields.flatMap((field) => nameIn(row, field) ?? []).join(', ');
}
