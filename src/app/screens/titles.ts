import type { FormFacts, Resource } from '#contract/define-resource.ts';

/** The title of a resource's list (specification, section 2). */
export const listTitle = ({ title, plural }: Resource): string => title ?? plural;

/** The words of the button that makes a new record. */
export const addLabel = ({ addLabel, addVerb, singular }: Resource): string =>
  addLabel ?? `${addVerb} ${singular}`;

/** The title of a form; that of an installment is named after itself. */
export function formTitle(resource: Resource, facts: FormFacts, edits: boolean): string {
  const own = resource.fields === facts.fields ? resource.formTitles : undefined;
  if (own) return edits ? own.edit : own.add;
  return `${edits ? 'Edit' : resource.addVerb} ${facts.singular}`;
}
