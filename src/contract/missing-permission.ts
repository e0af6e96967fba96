import { utcDay } from './days.ts';
import type { Draft, Resource } from './define-resource.ts';
import { readTerm } from './money.ts';
import type { Permission } from './permissions.ts';
import { type May, type Operation, permissionFor } from './record-permissions.ts';

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

/** Describes a write before it is sent: its record as it was shown, and what it sets. */
export interface IntendedWrite {
  readonly operation: Exclude<Operation, 'read'>;
  readonly before?: Draft | undefined;
  readonly body: Draft;
}

/** Returns the permission that a write needs and its user lacks, as the server will decide; undefined if they may. */
export function missingPermission(
  resource: Resource,
  { operation, before = {}, body }: IntendedWrite,
  may: May,
  remover: Remover,
): Permission | undefined {
  const needed = permissionFor(resource, operation);
  if (!may(needed)) return needed;
  const touched = Object.keys(body).filter((name) => body[name] !== before[name]);
  const field = operation === 'remove' ? undefined : missingForFields(resource, touched, may);
  if (field || may('money.remove-any') || !resource.cash || isOwnOfToday(before, remover)) return field;
  const takesAway = operation === 'remove' || (operation === 'change' && lowersMoney(resource, before, body));
  return takesAway ? 'money.remove-any' : undefined;
}
