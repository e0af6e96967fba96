import { createContext, useContext } from 'react';
import type { Resolver, UseFormReturn } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { formatTypedAmount } from '#app/fields/text-inputs.tsx';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Mutation, MutationOutcome } from '#app/outbox/model/mutation.ts';
import { type Draft, type FormDefinition, type Resource, referenceData } from '#contract/define-resource.ts';

export interface NewerRecord {
  readonly newest: RecordRow | undefined;
  readonly updated: ReadonlySet<string>;
  /** Touched fields that have another value elsewhere, until the user chooses. */
  readonly conflicts: ReadonlySet<string>;
  readonly take: (name: string) => void;
  readonly keep: (name: string) => void;
}

export type Values = Record<string, unknown>;

export type Chosen = Readonly<Record<string, RecordRow>>;

export type Form = UseFormReturn<Values, Chosen, Draft>;
export type FormResolver = Resolver<Values, Chosen, Draft>;

/** Of a form that writes no record of its resource, such as a withdrawal (decision 131). */
export interface OwnWrite {
  readonly name: string;
  /** Names its kept input, and its refusal after the form was left; absent if the record of the form does. */
  readonly title?: string;
  readonly toMutation: (
    body: Draft,
    form: { readonly values: Values; readonly chosen: Chosen },
  ) => Omit<Mutation, 'id' | 'kind' | 'rejectedIds'>;
  /** Replaces the outbox's, for a server that takes the write in parts only. */
  readonly save?: (mutation: Mutation) => Promise<MutationOutcome>;
  /** The field of the form that shows the refusal of a field of the body; undefined if none does. */
  readonly fieldOf: (refused: string) => string | undefined;
  readonly onRefused?: () => void;
  readonly savedText: string;
  readonly hasOwnOutcome?: true;
}

export interface FormContextValue {
  readonly prefix: string;
  readonly resource: Resource;
  readonly definition: FormDefinition;
  readonly record: RecordRow | undefined;
  /** Id that the record already has, also of a pending one. */
  readonly recordId: string | undefined;
  /** Id of the entry that was opened again. It is no other record than the form's. */
  readonly replaces: string | undefined;
  readonly isSaved: boolean;
  readonly chosen: Chosen;
  readonly onChoose: (name: string, record: RecordRow) => void;
  readonly isFinal: (name: string) => boolean;
  readonly summary: HTMLElement | null;
  readonly write?: OwnWrite | undefined;
  readonly newer: NewerRecord;
  readonly checks: Pick<Form, 'getFieldState' | 'getValues' | 'trigger'>;
}

export const writesResourceItself = (resource: Resource, definition: FormDefinition): boolean =>
  definition.fields === resource.fields;

/** Only a change of its own field clears an error of this type. */
export const SERVER_ERROR_TYPE = 'server';

/** A rule across fields may report its error at another field than the changed one. */
export function recheckOthers(checks: FormContextValue['checks'], changed?: string): void {
  const others = Object.keys(checks.getValues()).filter((name) => {
    const { error } = checks.getFieldState(name);
    return name !== changed && error && error.type !== SERVER_ERROR_TYPE;
  });
  if (others.length > 0) checks.trigger(others).catch(() => undefined);
}

export function focusFirstEmpty(
  form: HTMLElement | null,
  options: FocusOptions = { preventScroll: true },
): void {
  const fields = form?.querySelectorAll<HTMLInputElement>('input:not([type=file]), select, textarea');
  [...(fields ?? [])].find(({ value, disabled }) => value === '' && !disabled)?.focus(options);
}

export function focusFirstInvalid(form: HTMLElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  // The radio buttons of a choice are inside of it.
  const input = wrong?.querySelector<HTMLElement>('input') ?? wrong;
  input?.focus();
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/** @throws {Error} outside of a ResourceForm */
export function useFormContextValue(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('A form field must be inside a ResourceForm.');
  return context;
}

export function startingValues(definition: FormDefinition, source: Draft = {}): Values {
  return Object.fromEntries(
    Object.entries(definition.fields).map(([name, field]) => {
      const value = source[name];
      if (field.kind === 'parts' && Array.isArray(value)) return [name, JSON.stringify(value)];
      const text = textOf(value);
      return [name, field.kind === 'money' ? formatTypedAmount(text) : text];
    }),
  );
}

export function sameValues(one: Values, other: Values): boolean {
  return Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);
}

export function referencesOf(
  definition: FormDefinition,
  record: RecordRow | undefined,
): Record<string, RecordRow> {
  if (!record) return {};
  return Object.fromEntries(
    Object.entries(definition.fields).flatMap(([name, field]) => {
      const embedded =
        field.kind === 'reference' ? referenceData.safeParse(record[`${name}_data`]).data : undefined;
      return embedded ? [[name, { ...embedded, id: textOf(record[name]) }]] : [];
    }),
  );
}

/** Inside a dialog over another form, an existing record is handed to that form instead of being opened. */
export const ExistingChoice = createContext<((record: RecordRow) => void) | undefined>(undefined);
