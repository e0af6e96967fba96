import type { ComponentType, ReactNode, RefCallback } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Field } from '#contract/fields.ts';

/** Describes the props of a field's control. `value` is always text as typed; '' is empty. */
export interface InputProps {
  readonly name: string;
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
  readonly help?: ReactNode;
  readonly disabled?: boolean;
  /** Values that were chosen here before, newest first. */
  readonly recent?: readonly string[];
  readonly inputRef?: RefCallback<HTMLElement>;
  /** The record that a reference names, if the form knows it. */
  readonly chosen?: RecordRow | undefined;
  /** Reports the record that was chosen for a reference. */
  readonly onChoose?: (record: RecordRow) => void;
}

/** Describes the props of a field's cell in a list. */
export interface CellProps {
  readonly name: string;
  readonly field: Field;
  readonly row: RecordRow;
}

/** Pairs the input and the list cell of one kind of field. */
export interface FieldControl {
  readonly Input: ComponentType<InputProps>;
  readonly Cell: ComponentType<CellProps>;
}

/** Returns a stored value as text: yes and no as "true" and "false", '' for null and anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
}
