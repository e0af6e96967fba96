import type { FormDefinition, Resource } from '#contract/define-resource.ts';

/** Said when a change is kept on this device because the server can't be reached. */
export const SAVED_OFFLINE_MESSAGE = 'Saved on this device. It will be sent when the connection is back.';

/** A failure as every screen words it (specification, section 8). */
export const errorMessage = (message: string | undefined): string =>
  `Error: ${message ?? 'Something went wrong. Try again.'}`;

/** The title of a resource's list (specification, section 2). */
export const listTitle = ({ title, plural }: Resource): string => title ?? plural;

/** The words of the button that makes a new record. */
export const addLabel = ({ addLabel, addVerb, singular }: Resource): string =>
  addLabel ?? `${addVerb} ${singular}`;

/** The title of a form; that of an installment is named after itself. */
export function formTitle(resource: Resource, facts: FormDefinition, edits: boolean): string {
  const own = resource.fields === facts.fields ? resource.formTitles : undefined;
  if (own) return edits ? own.edit : own.add;
  return `${edits ? 'Edit' : resource.addVerb} ${facts.singular}`;
}
