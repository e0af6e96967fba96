import { isSameValue } from './change.ts';
import { type Calendar, dayOf } from './days.ts';
import { type Draft, formOf, type Resource } from './define-resource.ts';
import type { FieldKind } from './fields.ts';
import { readTerm } from './money.ts';
import { CASH } from './payment-methods.ts';
import type { Permission } from './permissions.ts';
import { isClosed, type May, type Operation, permissionFor } from './record-permissions.ts';

export function missingForFields(
  resource: Resource,
  names: readonly string[],
  may: May,
): Permission | undefined {
  return names
    .map((name) => resource.fields[name]?.guard?.write)
    .find((permission) => permission !== undefined && !may(permission));
}

export interface MoneyAuthor {
  readonly userId: string;
  readonly now: Date;
  readonly calendar: Calendar;
  readonly closedAt?: string | null | undefined;
}

/** Decisions 46 and 173. Without a recorder there is nothing to compare, and the answer is true. */
export function isOwnOfToday({ recorded_by, created_at }: Draft, author: MoneyAuthor): boolean {
  const { userId, now, calendar } = author;
  if (recorded_by === undefined || recorded_by === null) return true;
  return recorded_by === userId && dayOf(new Date(String(created_at)), calendar) === dayOf(now, calendar);
}

const amountIn = (record: Draft, name: string) => readTerm(record[name]) ?? 0n;

/** The recorder's last drawer close has counted the money, as far as a device can tell. The server looks it up. */
function isCounted({ cash, movesCash, fields }: Resource, before: Draft, { closedAt }: MoneyAuthor): boolean {
  const counted = cash?.field ?? movesCash;
  // Without a recorder it was not sent yet, so no close has it.
  if (!counted || !closedAt || !before.recorded_by || amountIn(before, counted) === 0n) return false;
  if (fields.from_drawer && (before.from_drawer !== true || (before.payment_method ?? CASH) !== CASH))
    return false;
  return Date.parse(String(before.created_at)) <= Date.parse(closedAt);
}

/** Recorded by the user today, and counted by none of their drawer closes, as far as a device can tell. */
export const isOwnMoney = (resource: Resource, record: Draft, author: MoneyAuthor): boolean =>
  isOwnOfToday(record, author) && !isCounted(resource, record, author);

/** They say nothing about money or copies. */
const free: ReadonlySet<FieldKind> = new Set(['long-text', 'choice']);

/**
 * Also what lowers a debt, or what a record of money is known or proved by (decisions 46 and 140); raising a debt is
 * free.
 */
export function movesMoney(resource: Resource, before: Draft, after: Draft): boolean {
  if (!isClosed(resource)) return false;
  const { owed, discount } = resource.cash ?? {};
  const rise = (name: string | undefined) =>
    name === undefined || after[name] === undefined ? 0n : amountIn(after, name) - amountIn(before, name);
  if (rise(owed) < 0n || rise(discount?.amount) > 0n) return true;
  return Object.entries(formOf(resource, before).fields).some(
    ([name, field]) =>
      name !== owed &&
      !free.has(field.kind) &&
      // The first photo of a bill takes nothing away.
      !(field.kind === 'photo' && !before[name]) &&
      !field.mergesAsOne &&
      !field.movesNoMoney &&
      after[name] !== undefined &&
      !isSameValue(field, before[name], after[name]),
  );
}

export interface IntendedWrite {
  readonly operation: Exclude<Operation, 'read'>;
  readonly before?: Draft | undefined;
  readonly body: Draft;
}

/** Follows the server's decision; undefined if the user may do it. */
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
  if (field || may('money.remove-any') || !isClosed(resource) || operation === 'create') return field;
  if (isOwnMoney(resource, before, author)) return undefined;
  return operation === 'remove' || movesMoney(resource, before, body) ? 'money.remove-any' : undefined;
}
