import type { UseFormReturn } from 'react-hook-form';
import type { FormDefinition } from '#contract/define-resource.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { messages } from './texts.en.ts';
import type { Values } from './values.ts';

/** Marks an error from the server: only a change of its own field clears it. */
export const SERVER_ERROR_TYPE = 'server';

/**
 * Sets the server's field errors on the form and focuses the first one.
 * @returns the message for the line under the button: what belongs to no field of this form
 */
export function showServerErrors(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  definition: FormDefinition,
  rejection: { readonly detail?: string; readonly fields: readonly FieldProblem[] },
): string | undefined {
  const own = rejection.fields.filter(({ field }) => field in definition.fields);
  const others = rejection.fields.filter(({ field }) => !(field in definition.fields));
  for (const [index, { field, message }] of own.entries()) {
    form.setError(field, { type: SERVER_ERROR_TYPE, message }, { shouldFocus: index === 0 });
  }
  const summary = [rejection.detail, ...others.map(({ message }) => message)].filter(Boolean).join(' ');
  if (summary !== '') return summary;
  return own.length > 0 ? undefined : messages.refused;
}
