import type { ComponentType, ReactNode, RefCallback } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Field } from '#contract/fields.ts';

export interface InputProps {
  readonly name: string;
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
  readonly help?: ReactNode;
  readonly action?: ReactNode;
  /** What is around the field names it to those who see it. */
  readonly hidesLabel?: boolean | undefined;
  /** The form has keys of its own: those of the device stay closed. */
  readonly hasKeypad?: boolean | undefined;
  readonly disabled?: boolean;
  readonly suggestions?: readonly string[] | undefined;
  readonly inputRef?: RefCallback<HTMLElement>;
  readonly chosen?: RecordRow | undefined;
  readonly onChoose?: (record: RecordRow) => void;
}

export interface CellProps {
  readonly name: string;
  readonly field: Field;
  readonly row: RecordRow;
}

export interface FieldControl {
  readonly Input: ComponentType<InputProps>;
  readonly Cell: ComponentType<CellProps>;
}

/** Yes and no become "true" and "false"; null and anything else ''. */
export function textOf(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A path such as `student_data.name`; '' if there is none. */
export function textAt(record: Readonly<Record<string, unknown>>, path: string): string {
  let value: unknown = record;
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined;
  return textOf(value);
}
