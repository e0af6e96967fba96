import type { ComponentType, ReactNode, RefCallback } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Field } from '#contract/fields.ts';

/** What a field's control is given. `value` is always text, as the person typed it; '' is empty. */
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
  /** The record that a reference names, as far as the form knows it. */
  readonly chosen?: RecordRow | undefined;
  /** Tells the form which record was chosen for a reference. */
  readonly onChoose?: (record: RecordRow) => void;
}

/** What a field's place in a list is given. */
export interface CellProps {
  readonly name: string;
  readonly field: Field;
  readonly row: RecordRow;
}

/** How one kind of field is written and shown. */
export interface FieldControl {
  readonly Input: ComponentType<InputProps>;
  readonly Cell: ComponentType<CellProps>;
}

/** A stored value as text; nothing for null and for what is not text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
