import { textOf } from './field-control.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns the text at a path such as `student_data.name`, or ''. */
export function textAt(record: Readonly<Record<string, unknown>>, path: string): string {
  let value: unknown = record;
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined;
  return textOf(value);
}
