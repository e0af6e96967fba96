import type { FormDefinition, Resource } from '#contract/define-resource.ts';

/** The message after saving on this device while the server is unreachable. */
export const SAVED_OFFLINE_MESSAGE = 'Saved on this device. It will be sent when the connection is back.';

/** Formats an error as every screen shows it (specification, section 8). */
export const errorMessage = (message: string | undefined): string =>
  `Error: ${message ?? 'Something went wrong. Try again.'}`;

/** Returns the title of a resource's list (specification, section 2). */
export const listTitle = ({ title, plural }: Resource): string => title ?? plural;

/** Returns the label of the button that adds a record. */
export const addLabel = ({ addLabel, addVerb, singular }: Resource): string =>
  addLabel ?? `${addVerb} ${singular}`;

/** Returns the title of a form; an installment's form has a name of its own. */
export function formTitle(resource: Resource, definition: FormDefinition, isEdit: boolean): string {
  const titles = resource.fields === definition.fields ? resource.formTitles : undefined;
  if (titles) return isEdit ? titles.edit : titles.add;
  return `${isEdit ? 'Edit' : resource.addVerb} ${definition.singular}`;
}
