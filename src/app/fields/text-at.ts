import { textOf } from './field-control.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A path such as `student_data.name`; '' if there is none. */
export function textAt(record: Readonly<Record<string, unknown>>, path: string): string {
  let value: unknown = record;
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined;
  return textOf(value);
}
