import { type Draft, formOf, type Resource } from '../define-resource.ts';
import { resourceNames } from '../resource-names.ts';
import { resourceOf } from '../resources/registry.ts';
import type { Reference } from './define-write.ts';
import { referenceIn } from './define-write.ts';
import { needsPaidFor } from './going-back.ts';

/** Kinds of enrolments: a plan names one without its kind. */
const enrolmentNames = () =>
  resourceNames.filter((name) => name !== 'book-payout' && resourceOf(name).installment !== undefined);

/**
 * Records that those values of a record refer to. The enrolment of a plan may be of any kind, so a plan has one for each.
 * @param whole the record that the values are part of; it tells which form the record has
 */
export function referencesOf(resource: Resource, values: Draft, whole: Draft): readonly Reference[] {
  if (resource.givesBack) return needsPaidFor(values, whole);
  const fields = { ...resource.fields, ...formOf(resource, whole).fields };
  const planned = resource.name === 'plan' ? enrolmentNames() : [];
  return [
    ...Object.entries(fields).flatMap(([field, { refersTo }]) =>
      refersTo ? referenceIn(values, field, refersTo) : [],
    ),
    ...planned.flatMap((kind) => referenceIn(values, 'enrolment', kind)),
  ];
}
