import { debtOf } from '#app/lib/debt-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { type Change, changeOf, isSameValue, withJoinedFields } from '#contract/change.ts';
import { type Draft, fieldOf, formOf, type Resource } from '#contract/define-resource.ts';
import type { FieldMap } from '#contract/fields.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { OutboxEntry } from '../model/entry.ts';

/** Returns the fields that an update of this record may set: the resource's, or its installment's. */
export function changeableFields(resource: string, before: Draft | undefined, body: Draft): FieldMap {
  return isResourceName(resource) ? formOf(resourceOf(resource), { ...before, ...body }).fields : {};
}

/** Returns what an update changes, against the record that its form began with (decision 41). */
export function changeOfUpdate(resource: string, before: Draft, body: Draft): Change {
  return changeOf(changeableFields(resource, before, body), before, body);
}

/**
 * Returns an update with its base and only the touched fields. Entries of builds that stored whole objects get
 * their base from the record as it was shown; without that record they stay as they are.
 */
export function withBase<E extends Pick<OutboxEntry, 'operation' | 'body' | 'base' | 'before'>>(entry: E): E {
  const { operation, before, body, base } = entry;
  if (operation.kind !== 'update' || base !== undefined || before === undefined) return entry;
  const change = changeOfUpdate(operation.resource, before, body);
  return { ...entry, body: change.yours, base: change.base };
}

/** Returns what an update with a base changes, for a merge: with the untouched fields that merge as one with a touched one. */
export function changeToMerge({
  operation,
  before,
  body,
  base = {},
}: Pick<OutboxEntry, 'operation' | 'before' | 'body' | 'base'>): Change {
  const fields = changeableFields(operation.resource, before, body);
  return withJoinedFields(fields, { base, yours: body }, before ?? {});
}

/**
 * Returns the names of the fields, and of the remaining amount, in which a record differs from how it was shown.
 * Values that one of the two does not have are not compared.
 */
export function differences(resource: Resource, shown: Draft, current: Draft): string[] {
  const names = [...Object.keys(formOf(resource, current).fields), debtOf(resource)?.left ?? []].flat();
  return names.filter((name) => {
    const field = formOf(resource, current).fields[name] ?? fieldOf(resource, name);
    if (!field || shown[name] === undefined || current[name] === undefined) return false;
    return !isSameValue(field, shown[name], current[name]);
  });
}

/**
 * Returns the previous values of a delete with the version of the record after an earlier change of this
 * device. They stay as they are if that record shows something that the user has not seen.
 */
export function withVersionOf(
  { operation, before, sent }: Pick<OutboxEntry, 'operation' | 'before' | 'sent'>,
  record: RecordRow,
): RecordRow | undefined {
  if (operation.kind !== 'delete' || !before || sent || !isResourceName(operation.resource)) return before;
  const seen = differences(resourceOf(operation.resource), before, record).length === 0;
  return seen ? { ...before, version: record.version } : before;
}

/**
 * Folds two changes that were made one after the other into one: the earliest base and the latest value of
 * each field. A field that is back at its base drops out.
 * @returns undefined if the later change was not made upon the earlier one: then both must be sent
 */
export function foldChanges(fields: FieldMap, earlier: Change, later: Change): Change | undefined {
  const base = { ...earlier.base };
  const yours = { ...earlier.yours };
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(later.base, name)) continue;
    const next = later.yours[name];
    if (Object.hasOwn(earlier.base, name)) {
      const previous = earlier.yours[name];
      if (!isSameValue(field, later.base[name], previous) && !isSameValue(field, next, previous))
        return undefined;
    } else base[name] = later.base[name];
    yours[name] = next;
    if (!isSameValue(field, base[name], next)) continue;
    delete base[name];
    delete yours[name];
  }
  return { base, yours };
}
