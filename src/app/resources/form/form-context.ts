import { createContext, useContext } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { FormDefinition, Resource } from '#contract/define-resource.ts';
import type { NewerRecord } from './use-newer-record.ts';
import type { Values } from './values.ts';

/** Provides the fields of a form with what they need to know about it. */
export interface FormContextValue {
  readonly resource: Resource;
  readonly definition: FormDefinition;
  /** The record to change; undefined to create one. */
  readonly record: RecordRow | undefined;
  /** Id that the record already has; may be a temporary id. */
  readonly own: string | undefined;
  /** The known referenced records, by field. */
  readonly chosen: Readonly<Record<string, RecordRow>>;
  readonly onChoose: (name: string, record: RecordRow) => void;
  /** Fields that an ended month has made final. */
  readonly isFinal: (name: string) => boolean;
  /** The place beside the save button for what the form comes to; null until it is there. */
  readonly summary: HTMLElement | null;
  /** What a newer record means for the fields. */
  readonly newer: NewerRecord;
  /** Reads and revalidates other fields without subscribing to form state. */
  readonly checks: Pick<UseFormReturn<Values>, 'getFieldState' | 'trigger'>;
}

/** Tells whether a form writes the resource itself and not one of its installments. */
export const writesResourceItself = (resource: Resource, definition: FormDefinition): boolean =>
  definition.fields === resource.fields;

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/**
 * Returns the context of the form around a field or note.
 * @throws {Error} outside of a ResourceForm
 */
export function useFormContextValue(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('A form field must be inside a ResourceForm.');
  return context;
}
