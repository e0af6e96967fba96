import { utcDay } from './days.ts';
import { type Draft, fieldOf, type Resource } from './define-resource.ts';
import { readTerm } from './money.ts';
import type { Permission } from './permissions.ts';

/** Names what a request does with records. */
export type Operation = 'read' | 'create' | 'change' | 'remove';

/** Tells whether a user has a permission. */
export type May = (permission: Permission) => boolean;

function writePermission({ fields, guard }: Resource): Permission {
  const required = Object.values(fields).find((field) => field.guard && !field.optional);
  return guard?.write ?? required?.guard?.write ?? 'records.write';
}

/**
 * Returns the permission that an operation needs whatever the record (decision 46). Who may not set a required field can neither
 * create nor delete its records.
 */
export function permissionFor(resource: Resource, operation: Operation): Permission {
  if (operation === 'read') return resource.guard?.read ?? 'records.read';
  if (operation === 'change') return resource.guard?.write ?? 'records.write';
  const needed = writePermission(resource);
  return operation === 'remove' && resource.cash && needed === 'records.write' ? 'money.remove-own' : needed;
}

/** Returns the fields that a user may not see. */
export function hiddenFields(resource: Resource, may: May): readonly string[] {
  const names = [...Object.keys(resource.fields), ...Object.keys(resource.computed)];
  return names.filter((name) => {
    const guard = fieldOf(resource, name)?.guard;
    return guard !== undefined && !may(guard.read);
  });
}

/** Returns the permission that the fields of a change need, if the user lacks one. */
export function missingForFields(
  resource: Resource,
  names: readonly string[],
  may: May,
): Permission | undefined {
  return names
    .map((name) => resource.fields[name]?.guard?.write)
    .find((permission) => permission !== undefined && !may(permission));
}

/** Identifies the user who takes money away, and the moment. */
export interface Remover {
  readonly userId: string;
  readonly now: Date;
}

/**
 * Tells whether money was recorded by this user on the same day in UTC, the day that records count on (decisions 8 and 46).
 * A server that does not say who recorded it leaves nothing to compare.
 */
export function isOwnOfToday({ recorded_by, created_at }: Draft, { userId, now }: Remover): boolean {
  if (recorded_by === undefined || recorded_by === null) return true;
  return recorded_by === userId && utcDay(new Date(String(created_at))) === utcDay(now);
}

/** Tells whether a change makes the money of a record less. */
export function lowersMoney({ cash }: Resource, before: Draft, after: Draft): boolean {
  if (!cash || after[cash.field] === undefined) return false;
  const amountIn = (record: Draft) => readTerm(record[cash.field]) ?? 0n;
  return amountIn(after) < amountIn(before);
}
