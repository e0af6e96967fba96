import { isSameValue } from './change.ts';
import { utcDay } from './days.ts';
import { type Draft, formOf, type Resource } from './define-resource.ts';
import type { FieldKind } from './fields.ts';
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

/** Identifies the user who changes money, and the moment. */
export interface MoneyAuthor {
  readonly userId: string;
  readonly now: Date;
  /** When the user closed their drawer last, as far as it is known. */
  readonly closedAt?: string | null | undefined;
}

/**
 * Tells whether money was recorded by this user on the same day in UTC, the day that records count on (decisions 8 and 46).
 * A server that does not say who recorded it leaves nothing to compare.
 */
export function isOwnOfToday({ recorded_by, created_at }: Draft, { userId, now }: MoneyAuthor): boolean {
  if (recorded_by === undefined || recorded_by === null) return true;
  return recorded_by === userId && utcDay(new Date(String(created_at))) === utcDay(now);
}

const amountIn = (record: Draft, name: string) => readTerm(record[name]) ?? 0n;

/** Tells whether the last drawer close of who recorded money has counted it, as far as a device can tell. The server looks it up. */
function isCounted({ cash, fields }: Resource, before: Draft, { closedAt }: MoneyAuthor): boolean {
  // Without a recorder it was not sent yet, so no close has it.
  if (!cash || !closedAt || !before.recorded_by || amountIn(before, cash.field) === 0n) return false;
  if (fields.from_drawer && before.from_drawer !== true) return false;
  return Date.parse(String(before.created_at)) <= Date.parse(closedAt);
}

/** The kinds of fields that say how much money it is, on which day, for whom and out of which drawer. */
const cashKinds: ReadonlySet<FieldKind> = new Set(['money', 'date', 'reference', 'flag']);

/**
 * Tells whether a change moves cash in either direction: what any drawer, day or student's account reads, or lowers what a student owes
 * (decisions 46 and 140). To raise that takes nothing from anybody.
 */
export function movesMoney(resource: Resource, before: Draft, after: Draft): boolean {
  const { cash } = resource;
  if (!cash) return false;
  const { owed } = cash;
  if (owed !== undefined && after[owed] !== undefined && amountIn(after, owed) < amountIn(before, owed))
    return true;
  return Object.entries(formOf(resource, before).fields).some(
    ([name, field]) =>
      name !== owed &&
      cashKinds.has(field.kind) &&
      after[name] !== undefined &&
      !isSameValue(field, before[name], after[name]),
  );
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
  author: MoneyAuthor,
): Permission | undefined {
  const needed = permissionFor(resource, operation);
  if (!may(needed)) return needed;
  const touched = Object.keys(body).filter((name) => body[name] !== before[name]);
  const field = operation === 'remove' ? undefined : missingForFields(resource, touched, may);
  if (field || may('money.remove-any') || !resource.cash || operation === 'create') return field;
  if (isOwnOfToday(before, author) && !isCounted(resource, before, author)) return undefined;
  return operation === 'remove' || movesMoney(resource, before, body) ? 'money.remove-any' : undefined;
}
