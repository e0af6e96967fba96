import { createContext, useContext } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { RecordRow } from '#app/data/record-row.ts';
import type { FormFacts, Resource } from '#contract/define-resource.ts';
import type { Values } from './values.ts';

/** What the fields of a form know about the form they stand in. */
export interface FormSetting {
  readonly resource: Resource;
  readonly facts: FormFacts;
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
export const writesItself = (resource: Resource, facts: FormFacts): boolean =>
  facts.fields === resource.fields;

export const FormSettingContext = createContext<FormSetting | undefined>(undefined);

/**
 * The form that a field or a note stands in.
 * @throws {Error} outside of a ResourceForm.
 */
export function useFormSetting(): FormSetting {
  const setting = useContext(FormSettingContext);
  if (!setting) throw new Error('A form field must stand inside a ResourceForm.');
  return setting;
}
