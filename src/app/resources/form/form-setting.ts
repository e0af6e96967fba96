import { createContext, useContext } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { FormDefinition, Resource } from '#contract/define-resource.ts';
import type { Values } from './values.ts';

/** What the fields of a form know about the form they stand in. */
export interface FormContextValue {
  readonly resource: Resource;
  readonly facts: FormDefinition;
  /** The record that is changed; absent while one is made. */
  readonly record: RecordRow | undefined;
  /** The id that the record has already, be it one that only waits on this device. */
  readonly own: string | undefined;
  /** Field → the record it names, as far as that is known. */
  readonly chosen: Readonly<Record<string, RecordRow>>;
  readonly onChoose: (name: string, record: RecordRow) => void;
  /** Asks after the errors of other fields, and has them checked again. Whoever asks is not drawn again with every change of the form. */
  readonly checks: Pick<UseFormReturn<Values>, 'getFieldState' | 'trigger'>;
}

/** Whether a form writes the resource itself, with rules of its own perhaps, and not one of its installments. */
export const writesResourceItself = (resource: Resource, facts: FormDefinition): boolean =>
  facts.fields === resource.fields;

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/**
 * The form that a field or a note stands in.
 * @throws {Error} outside of a ResourceForm.
 */
export function useFormContextValue(): FormContextValue {
  const setting = useContext(FormContext);
  if (!setting) throw new Error('A form field must stand inside a ResourceForm.');
  return setting;
}
