import type { UseFormReturn } from 'react-hook-form';
import type { FormDefinition } from '#contract/define-resource.ts';
import type { FieldProblem } from '#contract/errors.ts';
import type { Values } from './values.ts';

/** Marks an error that the server gave: only a change of its own field takes it away. */
export const SERVER_ERROR_TYPE = 'server';

/**
 * Puts a refusal where it belongs: on the fields the server names, the first of them focused.
 * @returns what has no field of this form, for the line under the button.
 */
export function showServerErrors(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  facts: FormDefinition,
  refusal: { readonly detail?: string; readonly fields: readonly FieldProblem[] },
): string | undefined {
  const mine = refusal.fields.filter(({ field }) => field in facts.fields);
  const others = refusal.fields.filter(({ field }) => !(field in facts.fields));
  for (const [index, { field, message }] of mine.entries()) {
    form.setError(field, { type: SERVER_ERROR_TYPE, message }, { shouldFocus: index === 0 });
  }
  const said = [refusal.detail, ...others.map(({ message }) => message)].filter(Boolean).join(' ');
  if (said !== '') return said;
  return mine.length > 0 ? undefined : 'The server refused this. Check the form and try again.';
}
