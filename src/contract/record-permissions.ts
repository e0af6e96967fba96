import { fieldOf, type Resource } from './define-resource.ts';
import type { FieldMap } from './fields.ts';
import { copyOf } from './messages.ts';
import type { Permission } from './permissions.ts';

export type Operation = 'read' | 'create' | 'change' | 'remove';

export type May = (permission: Permission) => boolean;

function writePermission({ fields, guard }: Resource): Permission {
  const required = Object.values(fields).find((field) => field.guard && !field.optional);
  return guard?.write ?? required?.guard?.write ?? 'records.write';
}

/** Only who recorded it changes or deletes it, on its day, and who may remove any money (decision 140). */
export const isClosed = ({ cash, closed }: Resource): boolean => Boolean(cash ?? closed);

/** Decision 46. A user who may not set a required field can neither create nor delete records. */
export function permissionFor(resource: Resource, operation: Operation): Permission {
  if (operation === 'read') return resource.guard?.read ?? 'records.read';
  if (operation === 'change') return resource.guard?.write ?? 'records.write';
  const needed = writePermission(resource);
  return operation === 'remove' && isClosed(resource) && needed === 'records.write'
    ? 'money.remove-own'
    : needed;
}

export function hiddenFields(resource: Resource, may: May): readonly string[] {
  const names = [...Object.keys(resource.fields), ...Object.keys(resource.computed)];
  return names.filter((name) => {
    const guard = fieldOf(resource, name)?.guard;
    return guard !== undefined && !may(guard.read);
  });
}

export function visibleResource(resource: Resource, may: May): Resource {
  const hidden = new Set(hiddenFields(resource, may));
  if (hidden.size === 0) return resource;
  const without = (fields: FieldMap) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.has(name)));
  return copyOf(resource, {
    fields: without(resource.fields),
    computed: without(resource.computed),
    columns: resource.columns.filter((name) => !hidden.has(name)),
  });
}
