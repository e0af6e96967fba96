import { type Draft, formOf, type Resource } from '../define-resource.ts';
import { type Reference, referenceIn } from './define-write.ts';
import { needsPaidFor } from './going-back.ts';

/**
 * Records that values of a record refer to; one for each kind where a field does not say of which kind it is.
 * @param whole the record that the values are part of; it tells which form the record has
 */
export function referencesOf(resource: Resource, values: Draft, whole: Draft): readonly Reference[] {
  if (resource.givesBack) return needsPaidFor(values, whole);
  const fields = { ...resource.fields, ...formOf(resource, whole).fields };
  return Object.entries(fields).flatMap(([name, { refersTo, refersToAny = [] }]) =>
    [refersTo ?? [], refersToAny].flat().flatMap((kind) => referenceIn(values, name, kind)),
  );
}
